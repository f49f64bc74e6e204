import type {Cluster} from '../cluster/context.ts';
import {parse, textAt} from '../cluster/json.ts';
import {type KubernetesObject, parseManifest} from '../cluster/objects.ts';
import {helm, RELEASE, type Scope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {reasonOf, run} from '../process/run.ts';
import {type ChartSource, withChartArgs} from './chart.ts';
import {helmError} from './helm-errors.ts';
import {type HelmValues, VALUES_FROM_INPUT} from './values.ts';

/** The objects that the chart renders, without asking the cluster; throws a `TracerError` for invalid values. */
export async function renderChart(
  {namespace, version}: Cluster,
  source: ChartSource,
  {input, secrets}: HelmValues,
  signal: AbortSignal,
): Promise<KubernetesObject[]> {
  const where = ['--namespace', namespace, '--kube-version', version, '--skip-tests'];
  const rendered = await withChartArgs(source, (chart) =>
    run('helm', ['template', RELEASE, ...chart, ...where, ...VALUES_FROM_INPUT], {
      input,
      signal,
      timeout: 60_000,
    }),
  );
  if (rendered.status !== 0)
    throw new TracerError(`cannot install the chart: ${reasonOf(rendered, secrets)}`);
  return parseManifest(rendered.stdout);
}

/**
 * Lets helm render the chart with the cluster's state and the API server validate every object, without changing anything: finds wrong
 * values, kinds that the cluster does not know and objects that belong to something else. helm refuses to upgrade a stuck release even
 * in a dry run, so that one is rendered as a new release. Returns the objects.
 */
export async function dryRun(
  scope: Scope,
  source: ChartSource,
  {input, secrets}: HelmValues,
  stuck: boolean,
  signal: AbortSignal,
): Promise<KubernetesObject[]> {
  const verb = stuck ? ['install'] : ['upgrade', '--install'];
  const flags = ['--dry-run=server', '--output', 'json', ...VALUES_FROM_INPUT];
  const answer = await withChartArgs(source, (chart) =>
    helm(scope, [...verb, RELEASE, ...chart, ...flags], {input, signal, timeout: 120_000}),
  );
  if (answer.status !== 0) throw helmError('cannot install the chart', reasonOf(answer, secrets), scope);
  return parseManifest(textAt(parse(answer.stdout), 'manifest'));
}
