import type {Cluster} from '../cluster/context.ts';
import type {ReleaseScope} from '../cluster/programs.ts';
import type {NextSteps, ServerAddress} from '../cluster/services.ts';
import {SUPPORTED_BACKENDS} from '../options/flags.ts';
import {actionOn, type Release} from '../release/release.ts';
import type {HelmValues} from '../release/values.ts';
import type {Changes} from './changes.ts';
import type {Components} from './components.ts';

/** What will be installed, computed before anything changes. */
export interface Plan {
  readonly cluster: Cluster & ReleaseScope;
  readonly namespaceExists: boolean;
  readonly release: Release;
  readonly chart: string;
  readonly values: HelmValues;
  readonly components: Components;
  readonly changes: Changes;
  /** Volume claims of the database that exist already, also without a release. */
  readonly existingVolumes: readonly string[];
  /** Volume claims that this installation deletes, with their data. */
  readonly deletedVolumes: readonly string[];
  /** The address that the server will have; undefined without a server. */
  readonly server: ServerAddress | undefined;
  readonly nextSteps: NextSteps;
}

/** Most changed fields that are listed for one object. */
const MOST_FIELDS = 5;

function databaseLine({components: {database, server}, existingVolumes}: Plan): string {
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
  const {server, backend, collector, sampleApp} = plan.components;
  const from = server?.readsFrom ?? '';
  const installed = {
    backend: backend && `Jaeger, which keeps traces in memory (${backend.image})`,
    collector: collector && `receives OTLP at ${collector.receivesAt} and exports to ${collector.exportsTo}`,
    sampleApp: sampleApp && `sends its traces to ${sampleApp.sendsTo}`,
  };
  return [
    ...(server
      ? [
          `  Server      reads traces of ${server.backend} from ${from}; ${server.exportsTo === null ? 'sends no traces of its own' : `sends its own traces to ${server.exportsTo}`}`,
        ]
      : []),
    `  Database    ${databaseLine(plan)}`,
    `  Backend     ${installed.backend ?? `not installed; the server reads from ${externalEndpoint(from, plan.cluster.namespace)} (supported: ${server?.backend === 'kindB' ? SUPPORTED_BACKENDS.kindB : SUPPORTED_BACKENDS.kindA})`}`,
    `  Collector   ${installed.collector ?? 'not installed'}`,
    `  Sample app  ${installed.sampleApp ?? 'not installed'}`,
  ];
}

function fieldsLine(fields: readonly string[]): string {
  const shown = fields.slice(0, MOST_FIELDS).join(', ');
  return fields.length > MOST_FIELDS ? `${shown} and ${fields.length - MOST_FIELDS} more` : shown;
}

/** What an upgrade does to the installed objects; nothing for a new installation. */
function changeLines({release, changes, deletedVolumes}: Plan): string[] {
  if (release.baseRevision === 0) return [];
  const {added, changed, removed} = changes;
  const lines = [
    ...added.map((object) => `  Add         ${object}`),
    ...changed.map(({object, fields}) => `  Change      ${object}: ${fieldsLine(fields)}`),
    ...removed.map((object) => `  Remove      ${object}`),
    ...deletedVolumes.map((volume) => `  Delete      volume ${volume} and its data`),
  ];
  return lines.length === 0 ? ['  Changes     none'] : lines;
}

/** The plan, as it is printed before the question and by `--dry-run`. */
export function planLines(plan: Plan): string[] {
  const {cluster, namespaceExists, release, chart} = plan;
  return [
    'Plan',
    `  Context     ${cluster.context} (${cluster.server})`,
    `  Namespace   ${cluster.namespace}${namespaceExists ? '' : ', will be created'}`,
    `  Release     tracer, ${actionOn(release)}`,
    `  Chart       ${chart}`,
    ...componentLines(plan),
    ...changeLines(plan),
  ];
}
