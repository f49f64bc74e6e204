import {BACKENDS} from '../options/flags.ts';
import type {FieldChange} from './changes.ts';
import type {Plan} from './plan.ts';
import {type ImageChange, versionOf} from './warnings.ts';

const MOST_FIELDS_OF_AN_OBJECT = 5;

/** `docker.io/kubeshop/tracetest:v0.15.0 → v0.16.0`: what stays is written once. */
function imageLine({component, before, after}: ImageChange): string {
  const next = after ?? 'removed';
  const name = before?.slice(0, -versionOf(before).length) ?? '';
  const change = next.startsWith(name) ? next.slice(name.length) : next;
  return `  Image       ${component}: ${before === null || before === after ? next : `${before} → ${change}`}`;
}

function databaseLine({result: {components}, existingVolumes}: Plan): string {
  const {database, server} = components;
  if (database === null) return `not installed; the server uses ${server?.database}`;
  const {volume} = database;
  if (volume === null) return 'PostgreSQL without a volume: the data is lost when its pod is replaced';
  return existingVolumes.includes(volume)
    ? `PostgreSQL on the existing volume ${volume}, with its data`
    : `PostgreSQL on the new volume ${volume}`;
}

/** An endpoint outside the release; a host name without dots is resolved in the release's namespace. */
function externalEndpoint(endpoint: string, namespace: string): string {
  const host = endpoint.slice(0, endpoint.lastIndexOf(':'));
  return /[.:]/.test(host) ? endpoint : `${endpoint}, which must exist in namespace ${namespace}`;
}

function componentLines(plan: Plan): string[] {
  const {server, backend, collector, sampleApp} = plan.result.components;
  const from = server?.readsFrom ?? '';
  const sends =
    server?.exportsTo == null ? 'sends no traces of its own' : `sends its own traces to ${server.exportsTo}`;
  const {supported} = BACKENDS[server?.backend === 'kindB' ? 'kindB' : 'kindA'];
  return [
    ...(server ? [`  Server      reads traces of ${server.backend} from ${from}; ${sends}`] : []),
    `  Database    ${databaseLine(plan)}`,
    `  Backend     ${backend ? 'Jaeger, which keeps traces in memory' : `not installed; the server reads from ${externalEndpoint(from, plan.cluster.namespace)} (supported: ${supported})`}`,
    `  Collector   ${collector ? `receives OTLP at ${collector.receivesAt} and exports to ${collector.exportsTo}` : 'not installed'}`,
    `  Sample app  ${sampleApp ? `sends its traces to ${sampleApp.sendsTo}` : 'not installed'}`,
  ];
}

/** The changed fields of an object, without the images, which have lines of their own. */
function fieldsLine(all: readonly FieldChange[]): string {
  const fields = all.filter(({path}) => !/ontainers\[\d+\]\.image$/.test(path));
  const shown = fields
    .slice(0, MOST_FIELDS_OF_AN_OBJECT)
    .map(({path, before, after}) => (before === after ? path : `${path} ${before} → ${after}`))
    .join(', ');
  const more = fields.length - MOST_FIELDS_OF_AN_OBJECT;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The lines for objects that an upgrade changes; none for a new installation. */
function changeLines({release, result: {changes}}: Plan): string[] {
  if (!release.exists) return [];
  const {added, changed, removed} = changes;
  const lines = [
    ...added.map((object) => `  Add         ${object}`),
    ...changed.map(({object, fields}) => `  Change      ${object}: ${fieldsLine(fields) || 'image'}`),
    ...removed.map((object) => `  Remove      ${object}`),
  ];
  return lines.length === 0 ? ['  Changes     none'] : lines;
}

/** The plan, as it is printed before the question and by `--dry-run`: what matters most comes first. */
export function planLines(plan: Plan): string[] {
  const {cluster, newNamespace, release, rollback, result} = plan;
  const rollbackLine = `  Roll back   to revision ${rollback} first: helm 3 would keep what only the failed revision ${release.revision} has set`;
  return [
    'Plan',
    `  Context     ${cluster.context} (${cluster.server})`,
    `  Namespace   ${cluster.namespace}${newNamespace ? ', will be created' : ''}`,
    `  Release     tracer, ${release.exists ? `revision ${release.revision} will be upgraded` : 'will be installed'}`,
    ...(rollback > 0 ? [rollbackLine] : []),
    `  Chart       ${result.chart}`,
    ...result.images.map(imageLine),
    ...result.deletedVolumes.map((volume) => `  Delete      volume ${volume} and its data`),
    ...result.warnings.map((warning) => `! Warning     ${warning}`),
    ...componentLines(plan),
    ...changeLines(plan),
  ];
}
