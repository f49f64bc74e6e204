import {durationText} from '../base/duration.ts';
import {atOrigin, childLocation, inputNote, type Problem} from '../base/problem.ts';
import {withoutRepeats} from '../generate/check.ts';
import type {PartToMerge} from '../generate/generate-merged.ts';
import type {Route, RouteTable} from '../generate/route-table.ts';
import type {Documents} from '../openapi/documents.ts';
import {type EffectiveSettings, placeOfValue, spanningNames} from '../openapi/effective-settings.ts';
import {type Operation, operationName} from '../openapi/operation.ts';
import {asOnTheWire} from '../routes/path-expression.ts';
import {parameterName, templateParts} from '../routes/path-template.ts';
import {givenValues} from '../settings/precedence.ts';
import {TIMEOUT} from '../settings/table.ts';
import {requestOf} from './request.ts';
import {assertionsOf, successOf} from './success.ts';
import type {Tested} from './tested.ts';
import {WholeDescription} from './whole-description.ts';

/** A description whose operations are tested, as it was read. */
export interface TestedPart extends Pick<PartToMerge, 'document' | 'uri' | 'origin'> {
  readonly documents: Documents;
}

/**
 * Definitions of trace-based tests, one for each route of one of the methods, and what they lack; pure.
 *
 * Source: Tracetest 0.16, resource `Test`.
 *
 * @param api the name of an API of a project: several versions may be of one Service, whose name is used otherwise
 */
export function testDefinitions(
  {routes, output}: RouteTable,
  parts: readonly TestedPart[],
  methods: readonly string[],
  api?: string,
): {definitions: readonly object[]; problems: readonly Problem[]} {
  if (output === undefined) return {definitions: [], problems: []};
  const {settings} = output.input;
  const problems: Problem[] = [];
  const wholes = new Map(
    parts.map((part) => [part.uri, new WholeDescription(part.document, part.uri, part.documents)]),
  );
  const taken = new Set<string>();
  const tested = routes.filter(
    ({operation}) => methods.includes(operation.method) && !settings.at(operation, 'test.disabled'),
  );
  const definitions = tested.flatMap((route) => {
    const {operation} = route;
    const {uri} = settings.rootOf(operation);
    const whole = wholes.get(uri);
    if (whole === undefined) return [];
    const note: Tested['note'] = (message, hint, location = operation.location) =>
      problems.push(inputNote(message, hint, {location}));
    const lacks: Tested['lacks'] = (what, hint) =>
      note(`the test of ${operationName(operation)} has ${what}`, hint);
    const values = {...settings.at(operation, 'test.values')};
    const spanning = [...spanningNames(operation, settings), ...namesWithSlash(operation, settings)];
    const root = (key: string) => whole.at({uri, pointer: `/${key}`});
    const {title = ''} = whole.follow(root('info'));
    const id = idOf(route, api ?? settings.get('service.name') ?? String(title), taken);
    taken.add(id);
    const texts = {values, spanning, note, lacks, root};
    return toDefinition(id, {route, whole, ...texts, ...whole.operation(operation)});
  });
  problems.push(...unknownValues(tested, settings, wholes));
  for (const {faults} of [...wholes.values()].map(({context}) => context))
    problems.push(...faults.map((fault) => ({...fault, code: 'input', severity: 'warning' as const})));
  const toOrigin = (problem: Problem) =>
    parts.reduce((placed, {uri, origin}) => atOrigin(placed, uri, origin), problem);
  return {definitions, problems: withoutRepeats(problems.map(toOrigin))};
}

/** The values of settings that are of no parameter, of whatever operation. */
function unknownValues(
  tested: readonly Route[],
  settings: EffectiveSettings,
  wholes: ReadonlyMap<string, WholeDescription>,
): Problem[] {
  const key = 'test.values';
  const unknown = new Map(
    tested.flatMap(({operation}) =>
      Object.keys(settings.at(operation, key) ?? {}).map((name) => [name, operation] as const),
    ),
  );
  for (const {path, operation} of unknown.size > 0 ? tested : []) {
    const whole = wholes.get(settings.rootOf(operation).uri);
    for (const {name} of whole?.operation(operation).parameters ?? []) unknown.delete(String(name));
    for (const part of templateParts(path)) unknown.delete(parameterName(part));
  }
  return [...unknown].map(([name, operation]) => {
    const strongest = givenValues(key, settings.levels(operation)).find(({value}) => name in value);
    const {location} = placeOfValue({key, level: strongest?.level}, operation, settings);
    const message = `\`test.values.${name}\` is of no parameter of the operations that are tested`;
    const hint = 'name a parameter, as it is described';
    return inputNote(message, hint, location && {location: childLocation(location, name)});
  });
}

/** Of the Service or the title, since one server has the tests of many, and of the operation, so that a later run updates the test. */
function idOf({operation, path}: Route, owner: string, taken: ReadonlySet<string>): string {
  // What is not ASCII may be all that tells one name from another.
  const words = (name: string) =>
    name
      .replace(/[^ -~]+/g, asOnTheWire)
      .replace(/\W+/g, '-')
      .replace(/^-|-$/g, '');
  const idFor = (name: string) => [owner, name].map(words).filter(Boolean).join('-');
  const plain = `${operation.method.toLowerCase()} ${path}`;
  const candidates = [operation.operationId ?? plain, plain].map(idFor);
  for (let count = 2; ; count++) {
    const free = candidates.find((id) => !taken.has(id));
    if (free !== undefined) return free;
    candidates.push(idFor(`${plain} ${count}`));
  }
}

function toDefinition(id: string, tested: Tested): object {
  const {route, operation} = tested;
  const success = successOf(tested);
  const seconds = route.values.find(({key}) => key === TIMEOUT)?.value;
  const timeout = typeof seconds === 'number' && seconds > 0 ? durationText(seconds) : '';
  return {
    type: 'Test',
    spec: {
      id,
      name: `${route.operation.method} ${route.path}`,
      ...(typeof operation.summary === 'string' && {description: operation.summary}),
      trigger: {type: 'http', httpRequest: requestOf(tested, success)},
      // One for each selector: the server loses the results of two with the same.
      specs: [
        {selector: 'span[name="Tracetest trigger"]', ...assertionsOf(tested, success, timeout)},
        {
          name: 'No span has an error',
          selector: 'span[tracetest.span.status_code="STATUS_CODE_ERROR"]',
          assertions: ['attr:tracetest.selected_spans.count = 0'],
        },
      ].map(({name, selector, assertions}) => ({name, selector, assertions})),
    },
  };
}

/** The names of parameters whose slashes are sent as they are, since their schemas have them. */
function namesWithSlash(operation: Operation, settings: EffectiveSettings): readonly string[] {
  if (settings.at(operation, 'path.parameters') !== 'schema') return [];
  return operation.parameters.flatMap(({name, pattern}) =>
    /[\u0006\u0007]/.test(pattern().text ?? '') ? name : [],
  );
}
