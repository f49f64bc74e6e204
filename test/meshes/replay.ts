import {isDeepStrictEqual} from 'node:util';
import {writeSteps} from '../../src/core/generate/write-steps.ts';
import {isForHost} from '../../src/core/routes/request.ts';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import type {NamedRoute, Request, Rule, UsedRule} from './request.ts';

/** The objects of a cluster, the oldest first. */
export type State = ReadonlyMap<string, KubernetesObject>;

export interface HostRequest extends Request {
  readonly host?: string;
}

const idOf = ({metadata: {name}, kind}: KubernetesObject) =>
  kind === 'HTTPRoute' ? name : `${kind} ${name}`;

export function stateOf(objects: readonly KubernetesObject[]): State {
  return new Map(objects.map((object) => [idOf(object), object]));
}

/** A write or a deletion, and the state of the cluster after it. */
export interface Write {
  readonly text: string;
  readonly state: State;
}

/** What is written and deleted between two states. */
export function writesBetween(before: State, after: State): Write[] {
  const changed = [...after].flatMap(([id, object]) =>
    isDeepStrictEqual(before.get(id), object) ? [] : [{before: before.get(id), after: object}],
  );
  const isProtected = [...after.values()].some(isPolicy);
  const left = [...before].flatMap(([id, object]) => (after.has(id) ? [] : [{before: object}]));
  // Policies are deleted after the routes that they are for.
  const sorted = left.sort((a, b) => Number(isPolicy(a.before)) - Number(isPolicy(b.before)));
  const steps = writeSteps([...changed.map((change) => ({...change, isProtected})), ...sorted]);
  const rounds = (['policy', 'first', 'second'] as const).map((round) =>
    steps.flatMap((step) => step[round] ?? []),
  );
  const written = rounds.flat().map((object) => ({object}));
  const deleted = steps.flatMap((step) =>
    [...before.values(), ...rounds.flat()].filter((object) => object === step.deleted),
  );
  return statesAfter(before, after, [...written, ...deleted.map((object) => ({object, isDeleted: true}))]);
}

const isPolicy = ({kind}: KubernetesObject) => kind === 'SecurityPolicy';

/** The states of a cluster after writes and deletions. */
export function statesAfter(
  before: State,
  after: State,
  writes: readonly {readonly object: KubernetesObject; readonly isDeleted?: boolean}[],
): Write[] {
  const state = new Map(before);
  return writes.map(({object, isDeleted}) => {
    const id = idOf(object);
    if (isDeleted) state.delete(id);
    else state.set(id, object);
    const isLast = isDeepStrictEqual(after.get(id)?.spec, object.spec);
    const what = isDeleted ? 'delete ' : isLast ? '' : after.has(id) ? 'both of ' : 'temporary: ';
    return {text: `${what}${id}`, state: new Map(state)};
  });
}

interface SpecOfRoute {
  readonly hostnames?: readonly string[];
  readonly rules: readonly (Rule & {
    readonly name?: string;
    readonly backendRefs: readonly {readonly name: string}[];
  })[];
}

/** What the API server refuses of a state. Source: Gateway API 1.7, the CRD of HTTPRoute; Kubernetes, names of objects. */
export function faultsOf(state: State): string[] {
  return [...state.values()].flatMap(({kind, metadata: {name}, spec}) => {
    const {rules = []}: Partial<SpecOfRoute> = JSON.parse(JSON.stringify(spec));
    const counts = rules.map(({matches}) => matches.length);
    const names = rules.flatMap((rule) => rule.name ?? []);
    const isRight =
      (rules.length <= 16 &&
        Math.max(...counts) <= 64 &&
        counts.reduce((sum, count) => sum + count, 0) <= 128) ||
      kind !== 'HTTPRoute';
    const isNamed =
      new Set(names).size === names.length &&
      /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name);
    return isRight && isNamed ? [] : [name];
  });
}

/** What answers the requests of a state to a host; the ServiceProfile of a mesh comes before its HTTPRoutes. */
function routesOf(state: State, host: string | undefined): readonly NamedRoute[] | undefined {
  if ([...state.values()].some(({kind}) => kind === 'ServiceProfile')) return undefined;
  return [...state].flatMap(([name, {kind, spec}]) => {
    if (kind !== 'HTTPRoute') return [];
    const {hostnames = [], rules}: SpecOfRoute = JSON.parse(JSON.stringify(spec));
    return isForHost(host, hostnames) ? [{name, rules}] : [];
  });
}

/** The Service that each request is sent to; `undefined` for one without an answer. */
export function servedBy(
  state: State,
  ruleOf: UsedRule,
  requests: readonly HostRequest[],
): (string | undefined)[] {
  const byHost = new Map(
    [...new Set(requests.map(({host}) => host))].map((host) => [host, routesOf(state, host)]),
  );
  return requests.map(({host, ...request}) => {
    const routes = byHost.get(host);
    if (routes === undefined) return 'ServiceProfile';
    const rule = ruleOf(routes, request);
    return rule && 'backendRefs' in rule ? JSON.stringify(rule.backendRefs) : undefined;
  });
}

/** The requests that are served before and after, and by nothing, or by another Service than both, after one of the writes. */
export function gapsIn(
  writes: readonly Write[],
  before: State,
  ruleOf: UsedRule,
  requests: readonly HostRequest[],
) {
  const [old, next] = [before, writes.at(-1)?.state ?? before].map((state) =>
    servedBy(state, ruleOf, requests),
  );
  return writes.flatMap(({text: write, state}) => {
    const used = servedBy(state, ruleOf, requests);
    return requests.flatMap((request, index) => {
      const [first, last] = [old?.[index], next?.[index]];
      const isRight = [first, last].includes(used[index]);
      return first === undefined || last === undefined || isRight
        ? []
        : [{write, request, used: used[index]}];
    });
  });
}

interface TargetRef {
  readonly name: string;
  readonly sectionName?: string;
}

/**
 * Who may send each request, as a policy says it; `undefined` for one that nobody answers. The policy of a rule replaces that of its
 * HTTPRoute; without one everybody may.
 */
function callersOf(state: State, ruleOf: UsedRule, requests: readonly HostRequest[]): (string | undefined)[] {
  const policies = new Map(
    [...state.values()].filter(isPolicy).flatMap(({spec}) => {
      const {targetRefs, ...callers}: {targetRefs: TargetRef[]} = JSON.parse(JSON.stringify(spec));
      return targetRefs.map(({name, sectionName = ''}) => [
        `${name} ${sectionName}`,
        JSON.stringify(callers),
      ]);
    }),
  );
  const routes = routesOf(state, undefined) ?? [];
  return requests.map((request) => {
    const used = ruleOf(routes, request);
    const {name = ''} = routes.find(({rules}) => rules.some((rule) => rule === used)) ?? {};
    const rule = used && 'name' in used ? used.name : '';
    return used && (policies.get(`${name} ${rule}`) ?? policies.get(`${name} `) ?? 'everybody');
  });
}

const NOBODY = [undefined, '{"authorization":{"defaultAction":"Deny"}}'];

/** The requests that after one of the writes others may send than before or after all of them. */
export function openedBy(
  writes: readonly Write[],
  before: State,
  ruleOf: UsedRule,
  requests: readonly HostRequest[],
): string[] {
  const [old, next] = [before, writes.at(-1)?.state ?? before].map((state) =>
    callersOf(state, ruleOf, requests),
  );
  return writes.flatMap(({text, state}) => {
    const callers = callersOf(state, ruleOf, requests);
    return requests.flatMap(({method, path}, index) =>
      [old?.[index], next?.[index], ...NOBODY].includes(callers[index])
        ? []
        : [`${text}: ${method} ${path}: ${callers[index]}`],
    );
  });
}
