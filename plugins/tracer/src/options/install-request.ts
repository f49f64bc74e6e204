import type {Interfaces} from '@oclif/core';
import {address} from '../addresses.ts';
import {TracerError} from '../errors.ts';
import type {ChartSource} from '../release/chart.ts';
import {BACKEND_KINDS, DEFAULT_ENDPOINT, type INSTALL_FLAGS} from './flags.ts';

export type InstallFlags = Omit<Interfaces.InferredFlags<typeof INSTALL_FLAGS>, 'json'>;

/** The values for the chart that the options stand for; everything else is the chart's default. */
export interface ChartValues {
  readonly telemetry: {
    readonly dataStores: Readonly<Record<string, Readonly<Record<string, {readonly endpoint: string}>>>>;
  };
  readonly server: {readonly telemetry: {readonly dataStore: string}};
  readonly collector: {readonly enabled: boolean; readonly export?: {readonly endpoint: string}};
  readonly backend: {readonly enabled: boolean};
  readonly sampleApp: {readonly enabled: boolean};
}

/** What to install: the chart and the values of the options. */
export interface InstallRequest {
  readonly chart: ChartSource;
  readonly values: ChartValues;
}

function chartSourceOf(flags: InstallFlags): ChartSource {
  const version = flags['chart-version'];
  if (flags.chart !== undefined) return {from: 'path', path: flags.chart, version};
  const url = flags['chart-repo'];
  // Only a repository has several versions.
  if (url === undefined && version === undefined) return {from: 'package'};
  return {from: 'repository', url: url ?? address('TRACER_CHART_REPO_URL'), version};
}

/** Which combinations of options are wrong, one line each. */
function problemsOf(flags: InstallFlags, {values}: InstallRequest, endpoint: string): string[] {
  const {set = [], 'set-string': setString = [], values: files = []} = flags;
  const sampleHasTarget = values.collector.enabled || values.backend.enabled;
  const problems: readonly (readonly [boolean, string])[] = [
    [
      endpoint === '',
      'missing --trace-backend-endpoint: --trace-backend kindB has no default endpoint; add for example --trace-backend-endpoint tempo:9095',
    ],
    [
      // With --set or --values the chart checks this, since it knows all values.
      values.sampleApp.enabled && !sampleHasTarget && [...set, ...setString, ...files].length === 0,
      'the sample application has nowhere to send its traces without a collector and the bundled backend: add --skip-pma',
    ],
    [
      !values.collector.enabled && flags['collector-export-endpoint'] !== undefined,
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
 * would read its traces. Throws a `TracerError` with exit code 2 that lists all wrong combinations.
 */
export function installRequest(flags: InstallFlags): InstallRequest {
  const kind = BACKEND_KINDS.find((candidate) => candidate === flags['trace-backend']) ?? 'kindA';
  const endpoint = flags['trace-backend-endpoint'] ?? (kind === 'kindA' ? DEFAULT_ENDPOINT : '');
  const exportEndpoint = flags['collector-export-endpoint'];
  const request: InstallRequest = {
    chart: chartSourceOf(flags),
    values: {
      telemetry: {dataStores: {[kind]: {[kind]: {endpoint}}}},
      server: {telemetry: {dataStore: kind}},
      collector: {
        enabled: !flags['skip-collector'],
        ...(exportEndpoint === undefined ? {} : {export: {endpoint: exportEndpoint}}),
      },
      backend: {enabled: kind === 'kindA' && endpoint === DEFAULT_ENDPOINT && !flags['skip-backend']},
      sampleApp: {enabled: !flags['skip-pma']},
    },
  };
  const problems = problemsOf(flags, request, endpoint);
  if (problems.length > 0) throw new TracerError([...problems, 'See more help with --help'].join('\n'), 2);
  return request;
}
