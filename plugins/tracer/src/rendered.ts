import {type ChartSource, withChartArgs} from './chart.ts';
import {kubectl, type Place, RELEASE, selectorOf} from './cluster.ts';
import type {Cluster} from './context.ts';
import type {HelmValues} from './helm-values.ts';
import {complaint, type Outcome, run} from './program.ts';
import {labelAmong, OBJECT_LINE, type ServerAddress, serverAmong} from './service.ts';
import {contextWords} from './shell.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** What the chart renders with the values at hand. */
export interface Rendered {
  /** The kinds of its objects, as rights name them: `services`, `deployments.apps`. */
  readonly resources: readonly string[];
  /** How the server is going to be reached; undefined for a chart that has none. */
  readonly server: ServerAddress | undefined;
  /** Selects all its objects in the cluster. */
  readonly selector: string;
}

/** The name that the API gives the objects of a kind, by Kubernetes' own rule of thumb (`UnsafeGuessKindToResource`). */
function resourceOf(kind: string, apiVersion: string): string {
  const singular = kind.toLowerCase();
  const plural = singular.endsWith('s') ? `${singular}es` : `${singular}s`.replace(/ys$/, 'ies');
  const [group, version] = apiVersion.split('/');
  return version === undefined ? plural : `${plural}.${group}`;
}

/** Has kubectl tell each object of a manifest as a line (`OBJECT_LINE`), without asking the cluster for more than its kinds. */
function objectLines(place: Place, manifest: string, signal?: AbortSignal): Promise<Outcome> {
  const query = ['create', '--dry-run=client', '--validate=false', '--filename=-'];
  return kubectl(place, [...query, `--output=jsonpath=${OBJECT_LINE}`], {input: manifest, signal});
}

/** The kinds of the objects, as rights name them, each once. */
function resourcesAmong(lines: readonly string[]): string[] {
  const resources = lines.map((line) => {
    const [kind = '', apiVersion = ''] = line.split('\t');
    return resourceOf(kind, apiVersion);
  });
  return [...new Set(resources)];
}

/** The kinds of the objects in a manifest, as rights name them; those that the cluster does not know (any more) are left out. */
export async function resourcesIn(place: Place, manifest: string, signal?: AbortSignal): Promise<string[]> {
  const {stdout} = await objectLines(place, manifest, signal);
  return resourcesAmong(stdout.split('\n').filter(Boolean));
}

/**
 * Renders the chart without asking the cluster for more than its kinds. Throws a `TracerError` when values or chart are wrong, or the
 * cluster does not know a kind.
 */
export async function renderChart(
  cluster: Cluster,
  source: ChartSource,
  {input, args}: HelmValues,
  signal?: AbortSignal,
): Promise<Rendered> {
  const {namespace, version} = cluster;
  const where = ['--namespace', namespace, '--kube-version', version, '--skip-tests'];
  const manifest = await withChartArgs(source, (chart) =>
    run('helm', ['template', RELEASE, ...chart, ...where, ...args], {input, signal, timeout: 60_000}),
  );
  if (manifest.status !== 0) throw new TracerError(text('chartRefused', {reason: complaint(manifest)}));
  const objects = await objectLines(cluster, manifest.stdout, signal);
  if (objects.status !== 0) {
    const reason = complaint(objects);
    // Who is not logged in may know the version of some clusters, but not their kinds.
    const unknown = /forbidden|unauthorized/i.test(reason);
    throw new TracerError(
      text(unknown ? 'rightsUnreadable' : 'chartRefused', {reason, contextWords: contextWords(cluster)}),
    );
  }
  const lines = objects.stdout.split('\n').filter(Boolean);
  return {
    resources: resourcesAmong(lines),
    server: serverAmong(lines),
    selector: selectorOf(labelAmong(lines)),
  };
}
