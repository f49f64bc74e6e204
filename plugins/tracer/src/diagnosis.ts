import {kubectl, type Labelled, type Place, RELEASE} from './cluster.ts';
import {at, listAt, parse, textAt} from './json.ts';
import {text} from './texts.ts';

const LAST_EVENTS = 10;
const LAST_LOG_LINES = 10;
const PODS_WITH_LOGS = 3;

function eventTime(event: unknown): string {
  const given = textAt(event, 'lastTimestamp') || textAt(event, 'eventTime');
  return given || textAt(event, 'metadata', 'creationTimestamp');
}

function eventLine(event: unknown): string {
  const object = at(event, 'involvedObject');
  const message = textAt(event, 'message').trim().replaceAll('\n', ' ');
  return `  ${textAt(event, 'type')} ${textAt(object, 'kind')}/${textAt(object, 'name')} ${textAt(event, 'reason')}: ${message}`;
}

/** The newest event of each kind for each object, in the order in which they came: controllers repeat themselves. */
async function events(place: Place, names: readonly string[]): Promise<string[]> {
  const answer = await kubectl(place, ['get', 'events', '--output=json']);
  const newest = new Map<string, string>();
  // Pods are called after their workload, and so are volumes: `data-tracer-postgresql-0`.
  const ours = listAt(parse(answer.stdout), 'items').filter((event) =>
    names.some((name) => textAt(event, 'involvedObject', 'name').includes(name)),
  );
  for (const event of ours.toSorted((one, other) => (eventTime(one) < eventTime(other) ? -1 : 1))) {
    const key = `${textAt(event, 'involvedObject', 'kind')}/${textAt(event, 'involvedObject', 'name')} ${textAt(event, 'reason')}`;
    newest.delete(key);
    newest.set(key, eventLine(event));
  }
  const last = [...newest.values()].slice(-LAST_EVENTS);
  return last.length === 0 ? [] : [text('eventsTitle', {namespace: place.namespace}), ...last];
}

function isReady(pod: unknown): boolean {
  return listAt(pod, 'status', 'conditions').some(
    (condition) => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === 'True',
  );
}

async function logs(place: Place, pods: readonly unknown[]): Promise<string[]> {
  const names = pods
    .filter((pod) => !isReady(pod))
    .map((pod) => textAt(pod, 'metadata', 'name'))
    .slice(0, PODS_WITH_LOGS);
  const found = await Promise.all(
    names.map(async (pod) => {
      const args = [
        'logs',
        pod,
        '--all-containers',
        '--ignore-errors',
        '--prefix',
        `--tail=${LAST_LOG_LINES}`,
      ];
      const {stdout} = await kubectl(place, args);
      return stdout.trim() === ''
        ? []
        : [
            text('logsTitle', {pod}),
            ...stdout
              .trimEnd()
              .split('\n')
              .map((line) => `  ${line}`),
          ];
    }),
  );
  return found.flat();
}

/** Lines that tell why something does not come up: the last events of the release's objects, and what its unready pods logged last. */
export async function diagnose(place: Labelled): Promise<string[]> {
  const kinds = 'deployments,statefulsets,pods';
  const answer = await kubectl(place, ['get', kinds, `--selector=${place.selector}`, '--output=json']);
  const objects = listAt(parse(answer.stdout), 'items');
  const names = objects.map((object) => textAt(object, 'metadata', 'name'));
  const pods = objects.filter((object) => textAt(object, 'kind') === 'Pod');
  const [eventLines, logLines] = await Promise.all([events(place, [RELEASE, ...names]), logs(place, pods)]);
  return [...eventLines, ...logLines];
}
