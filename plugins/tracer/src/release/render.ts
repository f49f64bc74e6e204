import type {Cluster} from '../cluster/context.ts';
import {parse, textAt} from '../cluster/json.ts';
import {type KubernetesObject, parseManifest} from '../cluster/objects.ts';
import {helm, RELEASE, type Scope, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {reasonOf, run} from '../process/run.ts';
import {type ChartSource, withChartArgs} from './chart.ts';
import type {HelmValues} from './values.ts';

/** The objects that the chart renders, without asking the cluster; throws a `TracerError` for invalid values. */
export async function renderChart(
  {namespace, version}: Cluster,
  source: ChartSource,
  {input, args}: HelmValues,
  signal: AbortSignal,
): Promise<KubernetesObject[]> {
  const where = ['--namespace', namespace, '--kube-version', version, '--skip-tests'];
  const rendered = await withChartArgs(source, (chart) =>
    run('helm', ['template', RELEASE, ...chart, ...where, ...args], {input, signal, timeout: 60_000}),
  );
  if (rendered.status !== 0) throw new TracerError(`cannot install the chart: ${reasonOf(rendered)}`);
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
  {input, args}: HelmValues,
  stuck: boolean,
  signal: AbortSignal,
): Promise<KubernetesObject[]> {
  const verb = stuck ? ['install'] : ['upgrade', '--install'];
  const flags = ['--dry-run=server', '--output', 'json', ...args];
  const answer = await withChartArgs(source, (chart) =>
    helm(scope, [...verb, RELEASE, ...chart, ...flags], {input, signal, timeout: 120_000}),
  );
  if (answer.status !== 0)
    throw new TracerError(`cannot install the chart: ${explainHelmError(reasonOf(answer), scope)}`);
  return parseManifest(textAt(parse(answer.stdout), 'manifest'));
}

/** helm's error for an object that something else created. */
const NOT_OURS = /([A-Za-z]+) "([^"]+)" in namespace "[^"]*" exists and cannot be imported/;

/** The template position in the chart's own errors, which does not help the user. */
const POSITION = /execution error at \([^)]*\): /;

/** An error of helm about the chart's objects, with this command's options instead of values, and a hint where there is one. */
export function explainHelmError(reason: string, scope: Scope): string {
  const message = reason.replace(POSITION, '').replace('leave backend.enabled out', 'add --skip-backend');
  const [, kind, name] = NOT_OURS.exec(message) ?? [];
  if (kind === undefined || name === undefined) return message;
  return `${message}\n${kind} ${name} does not belong to this release: choose another namespace with --namespace, or, if it is not needed, delete it with \`kubectl delete ${kind} ${name} ${scopeOptions(scope)}\``;
}
