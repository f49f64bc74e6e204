import {at, conditionOf, listAt, parse, textAt} from '../cluster/json.ts';
import {type KubernetesObject, readObjects} from '../cluster/objects.ts';
import {kubectl, RELEASE, type ReleaseScope, type Scope} from '../cluster/programs.ts';
import {causeIn} from '../cluster/workloads.ts';

const LAST_EVENTS = 10;
const LAST_LOG_LINES = 10;
const PODS_WITH_LOGS = 3;

function eventTime(event: unknown): string {
  const reported = textAt(event, 'lastTimestamp') || textAt(event, 'eventTime');
  return reported || textAt(event, 'metadata', 'creationTimestamp');
}

/** The newest events, warnings first; one that repeats, or has the same cause for several objects, once. */
async function eventLines(scope: Scope, names: readonly string[]): Promise<string[]> {
  const answer = await kubectl(scope, ['get', 'events', '--output=json']);
  // The names of pods and volumes contain their workload's, for example `data-tracer-postgresql-0`.
  const events = listAt(parse(answer.stdout), 'items')
    .filter((event) => names.some((name) => textAt(event, 'involvedObject', 'name').includes(name)))
    .toSorted((one, other) => (eventTime(one) < eventTime(other) ? -1 : 1));
  const byCause = new Map<string, {warns: boolean; objects: Set<string>; text: string}>();
  for (const event of events) {
    const {kind, name} = Object(at(event, 'involvedObject'));
    const message = causeIn(textAt(event, 'message').trim().replaceAll('\n', ' '));
    const text = `${textAt(event, 'reason')}: ${message}`;
    const warns = textAt(event, 'type') === 'Warning';
    const objects = byCause.get(text)?.objects ?? new Set();
    byCause.delete(text);
    byCause.set(text, {warns, objects: objects.add(`${kind}/${name}`), text});
  }
  const newest = [...byCause.values()].toReversed().toSorted((one, other) => +other.warns - +one.warns);
  const lines = newest
    .slice(0, LAST_EVENTS)
    .map(({warns, objects, text}) => `  ${warns ? 'Warning' : 'Normal'} ${[...objects].join(', ')} ${text}`);
  return lines.length === 0 ? [] : [`Events in namespace ${scope.namespace}:`, ...lines];
}

async function logLines(scope: Scope, pods: readonly KubernetesObject[]): Promise<string[]> {
  const unready = pods.filter(({body}) => !conditionOf(body, 'Ready', 'True')).slice(0, PODS_WITH_LOGS);
  const logs = await Promise.all(
    unready.map(async ({name}) => {
      const options = ['--all-containers', '--ignore-errors', '--prefix', `--tail=${LAST_LOG_LINES}`];
      const {stdout} = await kubectl(scope, ['logs', name, ...options]);
      // kubectl prints errors of the kubelet among the lines; those of containers have a prefix.
      const lines = stdout.split('\n').filter((line) => line.startsWith('[pod/'));
      return lines.length === 0 ? [] : [`Last log lines of ${name}:`, ...lines.map((line) => `  ${line}`)];
    }),
  );
  return logs.flat();
}

/** Why something does not become ready: the newest events of the release's objects, and the last log lines of unready pods. */
export async function diagnose(scope: ReleaseScope): Promise<string[]> {
  const objects = await readObjects(scope, 'deployments,statefulsets,pods').catch(() => []);
  const names = objects.map(({name}) => name);
  const pods = objects.filter(({kind}) => kind === 'Pod');
  const [events, logs] = await Promise.all([eventLines(scope, [RELEASE, ...names]), logLines(scope, pods)]);
  return [...events, ...logs];
}
