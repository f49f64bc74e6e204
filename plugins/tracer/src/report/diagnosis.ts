import {at, conditionOf, listAt, parse, textAt} from '../cluster/json.ts';
import {type KubernetesObject, readObjects} from '../cluster/objects.ts';
import {kubectl, RELEASE, type ReleaseScope, type Scope} from '../cluster/programs.ts';

const LAST_EVENTS = 10;
const LAST_LOG_LINES = 10;
const PODS_WITH_LOGS = 3;

function eventTime(event: unknown): string {
  const reported = textAt(event, 'lastTimestamp') || textAt(event, 'eventTime');
  return reported || textAt(event, 'metadata', 'creationTimestamp');
}

function eventLine(event: unknown): string {
  const object = at(event, 'involvedObject');
  const message = textAt(event, 'message').trim().replaceAll('\n', ' ');
  return `  ${textAt(event, 'type')} ${textAt(object, 'kind')}/${textAt(object, 'name')} ${textAt(event, 'reason')}: ${message}`;
}

/** The newest event of each reason for each object: controllers repeat them. Warnings come first, then in the order of time. */
async function eventLines(scope: Scope, names: readonly string[]): Promise<string[]> {
  const answer = await kubectl(scope, ['get', 'events', '--output=json']);
  // The names of pods and volumes contain their workload's, for example `data-tracer-postgresql-0`.
  const events = listAt(parse(answer.stdout), 'items')
    .filter((event) => names.some((name) => textAt(event, 'involvedObject', 'name').includes(name)))
    .toSorted((one, other) => (eventTime(one) < eventTime(other) ? -1 : 1));
  const newest = new Map<string, unknown>();
  for (const event of events) {
    const object = at(event, 'involvedObject');
    const key = `${textAt(object, 'kind')}/${textAt(object, 'name')} ${textAt(event, 'reason')}`;
    newest.delete(key);
    newest.set(key, event);
  }
  const isWarning = (event: unknown) => textAt(event, 'type') === 'Warning';
  const warnings = [...newest.values()].filter(isWarning);
  const others = [...newest.values()].filter((event) => !isWarning(event));
  const room = Math.max(0, LAST_EVENTS - warnings.length);
  const lines = [...warnings.slice(-LAST_EVENTS), ...others.slice(others.length - room)].map(eventLine);
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
  const objects = await readObjects(scope, 'deployments,statefulsets,pods', undefined).catch(() => []);
  const names = objects.map(({name}) => name);
  const pods = objects.filter(({kind}) => kind === 'Pod');
  const [events, logs] = await Promise.all([eventLines(scope, [RELEASE, ...names]), logLines(scope, pods)]);
  return [...events, ...logs];
}
