import semver from 'semver';
import {textAt} from '../cluster/json.ts';
import {idOf, type KubernetesObject} from '../cluster/objects.ts';
import {RELEASE, type Scope, scopeOptions} from '../cluster/programs.ts';
import {milliseconds} from '../options/formats.ts';
import type {Changes} from './changes.ts';
import {type Components, containerOf} from './components.ts';

/** The image of a component before and after an installation; null where the component is not installed. */
export interface ImageChange {
  readonly component: string;
  readonly before: string | null;
  readonly after: string | null;
}

const WORKLOADS = ['Deployment', 'StatefulSet'];

/** The images of the components, the server's first. */
export function imageChanges(
  installed: readonly KubernetesObject[],
  rendered: readonly KubernetesObject[],
): ImageChange[] {
  const imagesOf = (objects: readonly KubernetesObject[]) =>
    new Map(
      objects
        .filter(({kind}) => WORKLOADS.includes(kind))
        .map((object) => [object.component, textAt(containerOf(object), 'image')]),
    );
  const [before, after] = [imagesOf(installed), imagesOf(rendered)];
  const order = ['server', 'database'];
  return [...new Set([...order, ...after.keys(), ...before.keys()])]
    .map((component) => ({
      ...{component, before: before.get(component) ?? null, after: after.get(component) ?? null},
    }))
    .filter((image) => image.before !== null || image.after !== null);
}

/** The version of an image, such as `v0.16.0`; its digest or name without one. */
export const versionOf = (image: string): string => /[:@]([^:@/]+|sha256:\w+)$/.exec(image)?.[1] ?? image;

/** Whether an upgrade changes the server's version, and with it the tables of its database. */
export function migrates(images: readonly ImageChange[]): boolean {
  return images.some(({component, before, after}) => component === 'server' && before && before !== after);
}

/** OpenTelemetry's SDKs export every 5 s by default, so the server must not poll more often. */
const SHORTEST_POLLING = 5000;

function migration(
  scope: Scope,
  images: readonly ImageChange[],
  rendered: readonly KubernetesObject[],
): string[] {
  const {before, after} = images.find(({component}) => component === 'server') ?? {};
  if (!before || !after || before === after) return [];
  const [old, next] = [versionOf(before), versionOf(after)];
  const [one, other] = [semver.coerce(old), semver.coerce(next)];
  if (one && other && semver.lt(other, one))
    return [`server ${next} is older than ${old}, and cannot read a database that ${old} has migrated`];
  const set = rendered.find(({kind, component}) => kind === 'StatefulSet' && component === 'database');
  const dump = `kubectl exec statefulset/${set?.name} ${scopeOptions(scope)} -- sh -c 'pg_dump --clean --if-exists --username="$POSTGRES_USER" "$POSTGRES_DB"' >backup.sql`;
  return [
    `server ${next} migrates the database when it starts, and there is no way back: ${old} cannot read it afterwards. Make a backup first${set ? `: ${dump}` : ''}`,
  ];
}

/** Whose pod an upgrade replaces or removes. */
function replaces(changes: Changes, installed: readonly KubernetesObject[], component: string): boolean {
  const workload = installed.find((one) => one.component === component && WORKLOADS.includes(one.kind));
  if (workload === undefined) return false;
  const id = idOf(workload);
  const changed = changes.changed.find(({object}) => object === id)?.fields ?? [];
  return changes.removed.includes(id) || changed.some(({path}) => path.startsWith('spec.template.'));
}

/** How others reach the server, such as `Service tracer (NodePort)`. */
function publications(rendered: readonly KubernetesObject[]): string[] {
  return rendered.flatMap(({kind, name, body}) => {
    const type = textAt(body, 'spec', 'type');
    if (kind === 'Service' && ['LoadBalancer', 'NodePort'].includes(type))
      return [`Service ${name} (${type})`];
    return kind === 'Ingress' ? [`Ingress ${name}`] : [];
  });
}

/** What a user must know before an installation, the worst first. */
export function warningsOf(
  scope: Scope,
  installed: readonly KubernetesObject[],
  rendered: readonly KubernetesObject[],
  changes: Changes,
  {server, database}: Components,
): string[] {
  const published = publications(rendered);
  const {retryDelay, timeout} = server?.polling ?? {};
  const short = [retryDelay, timeout].some((one) => one && milliseconds(one) < SHORTEST_POLLING);
  return [
    ...migration(scope, imageChanges(installed, rendered), rendered),
    ...(replaces(changes, installed, 'backend')
      ? ['Jaeger keeps its traces in memory: those of now are lost, because its pod is replaced or removed']
      : []),
    ...(database?.volume === null && replaces(changes, installed, 'database')
      ? ['the database has no volume: its data is lost, because its pod is replaced']
      : []),
    ...(published.length > 0
      ? [
          `${RELEASE}'s server has no login: whoever reaches ${published.join(' or ')} can read everything in it and run tests`,
        ]
      : []),
    ...(short
      ? [
          `test runs may end before their trace is complete: the server polls every ${retryDelay} for at most ${timeout} (poolingConfig), and OpenTelemetry's SDKs send spans every 5s`,
        ]
      : []),
  ];
}
