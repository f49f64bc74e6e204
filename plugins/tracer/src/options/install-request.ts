import {devNull} from 'node:os';
import type {Interfaces} from '@oclif/core';
import {address} from '../addresses.ts';
import {TracerError} from '../errors.ts';
import {maskCredentials} from '../process/run.ts';
import {DEFAULT_ENDPOINT, type INSTALL_FLAGS} from './flags.ts';

export type InstallFlags = Omit<Interfaces.InferredFlags<typeof INSTALL_FLAGS>, 'json'>;

/** A chart as helm's arguments, and where it comes from; without arguments it is the one included in this command. */
export type ChartSource = Readonly<{args?: readonly string[]; from: string}>;

function chartOf(flags: InstallFlags): ChartSource {
  const {chart, 'chart-repo': given, 'chart-version': version} = flags;
  const versionArgs = version === undefined ? [] : ['--version', version];
  if (chart !== undefined) return {args: [chart, ...versionArgs], from: ` from ${maskCredentials(chart)}`};
  // Only a repository has several versions.
  if (given === undefined && version === undefined) return {from: ', included in this command'};
  const url = given ?? address('TRACER_CHART_REPO_URL');
  // Otherwise helm needs the cached index of every repository in its list, although it uses none of them.
  const args = ['tracer', '--repo', url, '--repository-config', devNull, ...versionArgs];
  return {args, from: ` from ${maskCredentials(url)}`};
}

/** Which combinations of options are wrong, one line each. */
function problemsOf(flags: InstallFlags, endpoint: string, sampleHasEndpoint: boolean): string[] {
  const reuse = flags['reuse-values'];
  const hasValues = [flags.set, flags['set-string'], flags.values].some((given) => given !== undefined);
  const problems: readonly (string | false)[] = [
    endpoint === '' &&
      'missing --trace-backend-endpoint: --trace-backend kindB has no default endpoint; add for example --trace-backend-endpoint tempo:9095',
    reuse &&
      flags['trace-backend'] === undefined &&
      flags['trace-backend-endpoint'] !== undefined &&
      'missing --trace-backend: with --reuse-values it has no default; add --trace-backend kindA or kindB',
    // With other values the chart checks this, since it knows all.
    !flags['skip-pma'] &&
      !sampleHasEndpoint &&
      !reuse &&
      !hasValues &&
      'the sample application has nowhere to send its traces without a collector and the bundled backend: add --skip-pma',
    flags['skip-collector'] &&
      flags['collector-export-endpoint'] !== undefined &&
      '--collector-export-endpoint cannot be combined with --skip-collector',
    flags.chart !== undefined &&
      flags['chart-repo'] !== undefined &&
      '--chart cannot be combined with --chart-repo',
    flags.atomic && !flags.wait && '--atomic cannot be combined with --no-wait',
  ];
  return problems.filter((message) => typeof message === 'string');
}

/**
 * The request of these options. The bundled backend is installed for kindA at its default endpoint only: with another endpoint nobody
 * would read its traces. Throws a `TracerError` with exit code 2 that lists all wrong combinations.
 */
export function installRequest(flags: InstallFlags) {
  const dataStore = flags['trace-backend'] ?? 'kindA';
  const endpoint = flags['trace-backend-endpoint'] ?? (dataStore === 'kindA' ? DEFAULT_ENDPOINT : '');
  const exportEndpoint = flags['collector-export-endpoint'];
  const collector = !flags['skip-collector'];
  const backend = dataStore === 'kindA' && endpoint === DEFAULT_ENDPOINT && !flags['skip-backend'];
  const problems = problemsOf(flags, endpoint, collector || backend);
  if (problems.length > 0) throw new TracerError(problems.join('\n'), 2);
  const ofBackend = {
    telemetry: {dataStores: {[dataStore]: {[dataStore]: {endpoint}}}},
    server: {telemetry: {dataStore}},
  };
  const exporter = exportEndpoint && {export: {endpoint: exportEndpoint}};
  const ofCollector = {collector: {enabled: collector, ...exporter}};
  const installed = {backend: {enabled: backend}};
  const sample = {sampleApp: {enabled: !flags['skip-pma']}};
  const names = flags['trace-backend'] !== undefined || flags['trace-backend-endpoint'] !== undefined;
  const {set = [], 'set-string': setString = [], values: files = []} = flags;
  return {
    chart: chartOf(flags),
    /** The chart's values of all options, with their defaults. */
    values: {...ofBackend, ...ofCollector, ...installed, ...sample},
    /** Those of the given options, which are added to the ones of the last installation; undefined without `--reuse-values`. */
    changes: flags['reuse-values']
      ? {
          ...(names ? ofBackend : {}),
          ...(names || flags['skip-backend'] ? installed : {}),
          ...(!collector || exportEndpoint !== undefined ? ofCollector : {}),
          ...(flags['skip-pma'] ? sample : {}),
        }
      : undefined,
    /** Files of values; `-` is standard input. */
    files,
    /** `--set` and `--set-string`, as helm takes them. */
    set: [...set.map((one) => `--set=${one}`), ...setString.map((one) => `--set-string=${one}`)],
  };
}
