import type {Interfaces} from '@oclif/core';
import {address} from '../addresses.ts';
import {TracerError} from '../errors.ts';
import {hasCredentials} from '../process/credentials.ts';
import type {ChartSource} from '../release/chart.ts';
import {BACKEND_KINDS, DEFAULT_ENDPOINT, type INSTALL_FLAGS} from './flags.ts';
import {type HiddenValues, hideValues} from './set-values.ts';

export type InstallFlags = Omit<Interfaces.InferredFlags<typeof INSTALL_FLAGS>, 'json'>;

/** The chart's values that options set. */
export interface ChartValues {
  readonly telemetry?: {
    readonly dataStores: Readonly<Record<string, Readonly<Record<string, {readonly endpoint: string}>>>>;
  };
  readonly server?: {readonly telemetry: {readonly dataStore: string}};
  readonly collector?: {readonly enabled?: boolean; readonly export?: {readonly endpoint: string}};
  readonly backend?: {readonly enabled: boolean};
  readonly sampleApp?: {readonly enabled: boolean};
}

/** What to install. */
export interface InstallRequest {
  readonly chart: ChartSource;
  /** The values of all options, with their defaults. */
  readonly values: ChartValues;
  /** The values of the given options, which are added to those of the installed release; undefined without `--reuse-values`. */
  readonly changes: ChartValues | undefined;
  /** Files of values; `-` is standard input. */
  readonly files: readonly string[];
  /** `--set` and `--set-string`. */
  readonly set: HiddenValues;
}

function chartSourceOf(flags: InstallFlags): ChartSource {
  const version = flags['chart-version'];
  if (flags.chart !== undefined) return {from: 'path', path: flags.chart, version};
  const url = flags['chart-repo'];
  // Only a repository has several versions.
  if (url === undefined && version === undefined) return {from: 'package'};
  return {from: 'repository', url: url ?? address('TRACER_CHART_REPO_URL'), version};
}

/** The values of the options that were given, without defaults. */
function givenValues(flags: InstallFlags, values: ChartValues): ChartValues {
  const backend = flags['trace-backend'] !== undefined || flags['trace-backend-endpoint'] !== undefined;
  const collector = flags['skip-collector'] || flags['collector-export-endpoint'] !== undefined;
  const {telemetry, server} = values;
  return {
    ...(backend ? {telemetry, server} : {}),
    ...(backend || flags['skip-backend'] ? {backend: values.backend} : {}),
    ...(collector ? {collector: values.collector} : {}),
    ...(flags['skip-pma'] ? {sampleApp: values.sampleApp} : {}),
  };
}

const REPO_ADD =
  'run `helm repo add private <url> --username <user> --password-stdin`, then `apigen tracer install --chart private/tracer`';

/** Which URLs have a user name or password. Those in helm's arguments can be read by every user of the machine. */
function credentialProblems(flags: InstallFlags, chart: ChartSource): string[] {
  const repository = flags['chart-repo'] === undefined ? 'TRACER_CHART_REPO_URL' : '--chart-repo';
  const urls: readonly (readonly [name: string, url: string, hint: string])[] = [
    ...(chart.from === 'repository' ? [[repository, chart.url, REPO_ADD] as const] : []),
    ...(chart.from === 'path' ? [['--chart', chart.path, REPO_ADD] as const] : []),
    ...(flags.values ?? []).map((url) => ['--values', url, 'add --values <(curl --netrc <url>)'] as const),
  ];
  return urls
    .filter(([, url]) => hasCredentials(url))
    .map(
      ([name, , hint]) =>
        `invalid ${name}: a user name or password in the URL would be in helm's arguments\n${hint}`,
    );
}

/** Which combinations of options are wrong, one line each. */
function problemsOf(flags: InstallFlags, values: ChartValues, endpoint: string): string[] {
  const {set = [], 'set-string': setString = [], values: files = [], 'reuse-values': reuse} = flags;
  const sampleHasTarget = values.collector?.enabled || values.backend?.enabled;
  const problems: readonly (readonly [boolean, string])[] = [
    [
      endpoint === '',
      'missing --trace-backend-endpoint: --trace-backend kindB has no default endpoint; add for example --trace-backend-endpoint tempo:9095',
    ],
    [
      reuse && flags['trace-backend'] === undefined && flags['trace-backend-endpoint'] !== undefined,
      'missing --trace-backend: with --reuse-values it has no default; add --trace-backend kindA or kindB',
    ],
    [
      // With other values the chart checks this, since it knows all.
      !flags['skip-pma'] && !sampleHasTarget && !reuse && [...set, ...setString, ...files].length === 0,
      'the sample application has nowhere to send its traces without a collector and the bundled backend: add --skip-pma',
    ],
    [
      flags['skip-collector'] && flags['collector-export-endpoint'] !== undefined,
      '--collector-export-endpoint cannot be combined with --skip-collector',
    ],
    [
      flags.chart !== undefined && flags['chart-repo'] !== undefined,
      '--chart cannot be combined with --chart-repo',
    ],
  ];
  return problems.filter(([wrong]) => wrong).map(([, message]) => message);
}

/**
 * The request of these options. The bundled backend is installed for kindA at its default endpoint only: with another endpoint nobody
 * would read its traces. Throws a `TracerError` with exit code 2 that lists all wrong combinations, or for a wrong `--set`.
 */
export function installRequest(flags: InstallFlags): InstallRequest {
  const kind = BACKEND_KINDS.find((candidate) => candidate === flags['trace-backend']) ?? 'kindA';
  const endpoint = flags['trace-backend-endpoint'] ?? (kind === 'kindA' ? DEFAULT_ENDPOINT : '');
  const exportEndpoint = flags['collector-export-endpoint'];
  const values: ChartValues = {
    telemetry: {dataStores: {[kind]: {[kind]: {endpoint}}}},
    server: {telemetry: {dataStore: kind}},
    collector: {
      enabled: !flags['skip-collector'],
      ...(exportEndpoint === undefined ? {} : {export: {endpoint: exportEndpoint}}),
    },
    backend: {enabled: kind === 'kindA' && endpoint === DEFAULT_ENDPOINT && !flags['skip-backend']},
    sampleApp: {enabled: !flags['skip-pma']},
  };
  const chart = chartSourceOf(flags);
  const problems = [...credentialProblems(flags, chart), ...problemsOf(flags, values, endpoint)];
  if (problems.length > 0) throw new TracerError([...problems, 'See more help with --help'].join('\n'), 2);
  const changes = flags['reuse-values'] ? givenValues(flags, values) : undefined;
  const set = hideValues(flags.set, flags['set-string']);
  return {chart, values, changes, files: flags.values ?? [], set};
}
