import {isDeepStrictEqual} from 'node:util';
import semver from 'semver';
import {at, textAt} from '../cluster/json.ts';
import {containerOf, type Manifest} from '../cluster/objects.ts';
import {RELEASE, type Scope, scopeOptions} from '../cluster/programs.ts';
import {milliseconds} from '../options/formats.ts';
import {componentsOf} from './components.ts';

/** The image of a component before and after an installation; null where the component is not installed. */
export type ImageChange = Readonly<{component: string; before: string | null; after: string | null}>;

const workloadOf = (objects: Manifest, component: string) =>
  objects.find((one) => one.component === component && ['Deployment', 'StatefulSet'].includes(one.kind));

/** The images of the components, the server's first. */
export function imageChanges(installed: Manifest, rendered: Manifest): ImageChange[] {
  const imageIn = (objects: Manifest, component: string) =>
    textAt(containerOf(workloadOf(objects, component)), 'image') || null;
  const components = [...rendered, ...installed].map(({component}) => component);
  return [...new Set(['server', 'database', ...components])].flatMap((component) => {
    const [before, after] = [imageIn(installed, component), imageIn(rendered, component)];
    return before === null && after === null ? [] : [{component, before, after}];
  });
}

/** The version of an image, such as `v0.16.0`; its digest or name without one. */
export const versionOf = (image: string): string => /[:@]([^:@/]+|sha256:\w+)$/.exec(image)?.[1] ?? image;

/** The versions of the server where an upgrade changes them, and with them the tables of its database. */
export function migrationIn(images: readonly ImageChange[]) {
  const {before, after} = images.find(({component}) => component === 'server') ?? {};
  if (!before || !after || versionOf(before) === versionOf(after)) return undefined;
  return [versionOf(before), versionOf(after)] as const;
}

/** OpenTelemetry's SDKs export every 5 s by default, so the server must not poll more often. */
const SHORTEST_POLLING = 5000;

function migrationWarning([old, next]: readonly [string, string], scope: Scope, set?: string): string {
  const [one, other] = [semver.coerce(old), semver.coerce(next)];
  if (one && other && semver.lt(other, one))
    return `server ${next} is older than ${old}, and cannot read a database that ${old} has migrated`;
  const dump = `kubectl exec statefulset/${set} ${scopeOptions(scope)} -- sh -c 'pg_dump --username="$POSTGRES_USER" "$POSTGRES_DB"' >backup-$(date +%Y%m%d-%H%M%S).sql`;
  return `server ${next} migrates the database when it starts, and there is no way back: ${old} cannot read it afterwards. Make a backup first${set ? `: ${dump}` : ''}`;
}

/** How others reach the server, such as `Service tracer (NodePort)`. */
function publications(rendered: Manifest): string[] {
  return rendered.flatMap(({kind, name, body}) => {
    const type = textAt(body, 'spec', 'type');
    if (kind === 'Service' && /^(LoadBalancer|NodePort)$/.test(type)) return [`Service ${name} (${type})`];
    return kind === 'Ingress' ? [`Ingress ${name}`] : [];
  });
}

/** The warnings before an installation, the worst first. */
export function warningsOf(scope: Scope, installed: Manifest, rendered: Manifest): string[] {
  const [old, {server, database}] = [componentsOf(installed).server, componentsOf(rendered)];
  const inBoth = (component: string, ...path: readonly string[]) =>
    [installed, rendered].map((objects) => at(workloadOf(objects, component)?.body, 'spec', ...path));
  const replaces = (component: string) => {
    const [before, after] = inBoth(component, 'template');
    return before !== undefined && !isDeepStrictEqual(before, after);
  };
  const policies = inBoth('database', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted');
  const published = publications(rendered);
  const {retryDelay, timeout} = server?.polling ?? {};
  const versions = migrationIn(imageChanges(installed, rendered));
  const warnings: readonly (string | false | undefined)[] = [
    versions && migrationWarning(versions, scope, workloadOf(installed, 'database')?.name),
    old !== null &&
      server !== null &&
      old.database !== server.database &&
      `the server will use the database ${server?.database} instead of ${old?.database}, whose tests and runs are not copied`,
    policies.join() === 'Retain,Delete' &&
      "postgresql.persistence.retain is no longer set: uninstalling will delete the database's volume; --reuse-values keeps the value",
    database?.volume === null &&
      replaces('database') &&
      'the database has no volume: its data is lost, because its pod is replaced',
    replaces('backend') &&
      'Jaeger keeps its traces in memory: those of now are lost, because its pod is replaced or removed',
    published.length > 0 &&
      `${RELEASE}'s server has no login: whoever reaches ${published.join(' or ')} can read everything in it and run tests`,
    [retryDelay, timeout].some((one) => one && milliseconds(one) < SHORTEST_POLLING) &&
      `test runs may end before their trace is complete: the server polls every ${retryDelay} for at most ${timeout} (poolingConfig), and OpenTelemetry's SDKs send spans every 5s`,
  ];
  return warnings.filter((warning) => typeof warning === 'string');
}
