import {groupBy} from '../base/group-by.ts';
import {MAX_COMPARISONS} from '../base/limits.ts';
import {childLocation, type Finding, keyLocation, type Location} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {type Access, accessOf, isEnforced, isOpen, isWithin} from '../openapi/access.ts';
import {chosenReader} from '../openapi/chosen-reader.ts';
import {policyPaths, prefixOf, routedOperations, settingPlace} from '../openapi/effective-settings.ts';
import {operationName, type RoutedOperation} from '../openapi/operation.ts';
import {listOf} from '../openapi/setting-places.ts';
import {neverMatches} from '../routes/path-expression.ts';
import {comparedPath} from '../routes/request.ts';
import {RouteMatcher} from '../routes/route-matcher.ts';
import {type Comparisons, RouteTree} from '../routes/route-tree.ts';
import {encodedSegmentsOf, pathsOverlap} from '../routes/segments.ts';
import {hasGaps, templateHint} from '../routes/uri-template.ts';
import type {Rule, RuleInput} from './rule.ts';
import {securityTarget} from './security-target.ts';

/** An operation among those that may take the same requests. */
interface Secured {
  readonly method: string;
  readonly segments: readonly string[];
  readonly operation: RoutedOperation;
  readonly access: Access;
  /** False for one that is disabled or never matches. */
  readonly hasRoute: boolean;
}

/** Two operations that take some of the same requests and ask for different callers. */
interface Overlap {
  readonly one: Secured;
  readonly other: Secured;
  /** Whether the other takes every request of the first, and the first not every one of the other. */
  readonly isWider: boolean;
}

type Overlaps = {secured: Secured[]; all: Overlap[]; isIncomplete: boolean};

/** The overlaps of a description are compared once. */
const overlaps = new WeakMap<RuleInput['routes'], Overlaps>();

function overlapsOf({description, routes, settings}: RuleInput) {
  const known = overlaps.get(routes);
  if (known) return known;
  const toSecured = (operation: RoutedOperation, hasRoute: boolean): Secured[] => {
    const {access} = accessOf(operation, settings);
    const {method, expression} = operation;
    // A parameter takes `%2F`, and a Service may decode it.
    const forms = new Set([expression, expression.replace(/%2f/gi, '%252F')]);
    return [...forms].flatMap((form) => {
      // What a path has after `?` is not compared.
      const segments = encodedSegmentsOf(comparedPath(form, ['decode all']).replace(/[?#].*/s, ''));
      return access ? [{method, segments, operation, access, hasRoute}] : [];
    });
  };
  const disabled = routedOperations(description, settings).filter((one) => settings.at(one, 'disabled'));
  const secured = [
    ...routes.flatMap((one) => toSecured(one, !neverMatches('', one.expression))),
    ...disabled.flatMap((one) => toSecured(one, false)),
  ];
  const comparisons: Comparisons = {left: MAX_COMPARISONS};
  const tree = new RouteTree(comparisons, secured);
  const isSame = secured.every(({access: {key}}) => key === secured[0]?.access.key);
  const all = isSame ? [] : secured.flatMap((one) => overlapsWith(one, tree));
  const result = {secured, all, isIncomplete: comparisons.left < 0};
  overlaps.set(routes, result);
  return result;
}

function overlapsWith(one: Secured, tree: RouteTree<Secured>): Overlap[] {
  const others = [...tree.overlapping(one)].filter(({access: {key}}) => key !== one.access.key);
  if (others.length === 0) return [];
  const wider = new Set(tree.wider(one));
  return others.flatMap((other) => {
    const isWider = wider.has(other);
    const isNarrower = [...tree.wider(other)].includes(one);
    // A pair is there once: from the narrower one, or from the first.
    if (isNarrower && !isWider) return [];
    // Where they are spelled in two ways, `%3B` and `;`, no order is kept.
    const [a, b] = [one, other].map(({operation: {expression}}) => encodedSegmentsOf(expression));
    const isOrdered = !one.hasRoute || pathsOverlap(a ?? [], b ?? []);
    return [{one, other, isWider: isWider && !isNarrower && isOrdered}];
  });
}

const TOO_MANY = 'too many paths to compare who may call which of them';
const HINT = 'ask for the same callers, or change one of the paths';

export const securityPath = {
  code: 'security-path',
  severity: 'error',
  ofService: true,
  summary: 'No order of paths decides who may call',
  check(input) {
    const {settings, routes, isOrderIncomplete} = input;
    if (!isEnforced(settings)) return [];
    const isOfPorts = areOfPorts(settings);
    const {all, isIncomplete} = overlapsOf(input);
    const [first] = routes;
    const findingAt = (message: string, hint: string, {location}: {readonly location: Location}) => [
      {message, hint, location: keyLocation(location)},
    ];
    if ((isIncomplete || isOrderIncomplete) && first)
      return findingAt(TOO_MANY, 'divide the description', first.pathItem);
    const pathOf = policyPath(input);
    const unwritten = routes.filter(
      (one) => !one.addedTo && !neverMatches('', one.expression) && !pathOf(one),
    );
    const overlapping = all.flatMap(({one, other, isWider}): Finding[] => {
      const isDivided =
        !isOfPorts && isWider && !hasGaps(pathOf(other.operation) ?? '', pathOf(one.operation) ?? '');
      // Without a route of its own, its requests are for whoever may call the other one.
      const served = [one, other].filter(({hasRoute, access}) => hasRoute && !(isOfPorts && access.isDenied));
      if (isDivided || served.length < (isOfPorts ? 1 : 2)) return [];
      const names = [one, other].map(nameOf).join(' and ');
      const why = isWider || isOfPorts ? 'no policy divides them' : 'neither is narrower';
      return findingAt(`${names} take some of the same requests, and ${why}`, HINT, one.operation);
    });
    const byHint = groupBy(unwritten, whyUnwritten(input));
    const ofPaths = [...byHint].flatMap(([hint, operations]) =>
      operations
        .slice(0, 1)
        .flatMap(({pathItem}) =>
          findingAt(
            `no policy can match the paths of ${listOf(operations)} as the routes do`,
            hint,
            pathItem,
          ),
        ),
    );
    return [...ofPaths, ...overlapping, ...secretProbes(input)];
  },
} satisfies Rule;

/** Whether policies are attached to HTTPRoutes of ports, of which the older one takes a request that two match. */
const areOfPorts = (settings: RuleInput['settings']) =>
  chosenReader(settings).policies?.attachedTo === 'ports';

/** Probes at paths of operations that not everybody may call. */
function secretProbes(input: RuleInput): Finding[] {
  const {get} = input.settings;
  if (!areOfPorts(input.settings)) return [];
  const closed = overlapsOf(input).secured.filter(({access}) => !isOpen(access));
  const reader = chosenReader(input.settings);
  const matcher = new RouteMatcher(closed, reader, get('path.base'), get('path.ignore_case'));
  const {location: list, ...place} = settingPlace('security.probes', input);
  return (get('security.probes') ?? []).flatMap((path, index) =>
    matcher.of({method: 'GET', path}).map(({operation, access, hasRoute}) => ({
      message: `everybody may call the probe ${quote(path)}, and ${operationName(operation)} (${hasRoute ? access.who : 'disabled'}) takes it`,
      hint: `make the operation public${hasRoute ? '' : ' without `disabled`'}, or let the probe ask for another path or port`,
      ...place,
      ...(list && {location: childLocation(list, String(index))}),
    })),
  );
}

/** The path of an operation in a policy, where that has paths of its own; `undefined` where it cannot be written. */
function policyPath({settings}: RuleInput): (operation: RoutedOperation) => string | undefined {
  if (chosenReader(settings).policies?.attachedTo !== 'service') return ({expression}) => expression;
  const pathOf = policyPaths(settings);
  return ({expression}) => pathOf(expression);
}

/** How to change the path of an operation that such a policy cannot have. */
function whyUnwritten({settings: {get}}: RuleInput): (operation: RoutedOperation) => string {
  const [prefix, ignoresCase] = [prefixOf({get}), get('path.ignore_case')];
  return ({expression}) => templateHint(prefix, expression, ignoresCase) ?? '';
}

const nameOf = ({operation, access}: Secured) => `${operationName(operation)} (${access.who})`;

export const securityOverlap = {
  code: 'security-overlap',
  severity: 'warning',
  ofService: true,
  summary: 'No operation takes other spellings of the requests of one that fewer may call',
  check(input) {
    const {settings} = input;
    if (!isEnforced(settings) || areOfPorts(settings) || securityTarget.check(input).length > 0) return [];
    const taken = overlapsOf(input).all.filter(
      ({one, other, isWider}) =>
        other.hasRoute &&
        (isWider || !one.hasRoute) &&
        !one.operation.addedTo &&
        !isWithin(other.access, one.access),
    );
    const wide = groupBy(taken, ({one, other}) => `${one.hasRoute} ${operationName(other.operation)}`);
    return [...wide.values()].flatMap(takenFinding);
  },
} satisfies Rule;

/** One finding for all operations whose requests a wider one takes; of one operation at both places. */
function takenFinding(pairs: readonly Overlap[]): Finding[] {
  return pairs.slice(0, 1).flatMap(({one, other}) => {
    const narrow = pairs.map((pair) => pair.one.operation);
    const what = one.hasRoute ? 'other spellings of paths' : 'requests of operations without a route';
    const message = `${nameOf(other)} takes ${what} that are for fewer or other callers: ${listOf(narrow)}`;
    const hint = 'make sure that the service does not take them for those, or let all ask for the same';
    const alsoAt = [...narrow, other.operation].map(({location}) => location);
    const places = narrow.length > 1 ? [other] : [one, other];
    return places.map(({operation}) => ({message, hint, location: keyLocation(operation.location), alsoAt}));
  });
}
