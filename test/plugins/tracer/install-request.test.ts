import {devNull} from 'node:os';
import {expect, it} from '@jest/globals';
import {type InstallFlags, installRequest} from '../../../plugins/tracer/src/options/install-request.ts';

/** Flags of `tracer install` that oclif gives when no option is set. */
const DEFAULTS: InstallFlags = {
  ...{namespace: undefined, context: undefined, kubeconfig: undefined, timeout: undefined},
  ...{
    'trace-backend': undefined,
    'trace-backend-endpoint': undefined,
    'collector-export-endpoint': undefined,
  },
  ...{'skip-collector': false, 'skip-pma': false, 'skip-backend': false},
  ...{chart: undefined, 'chart-repo': undefined, 'chart-version': undefined},
  ...{set: undefined, 'set-string': undefined, values: undefined, 'reuse-values': false},
  ...{wait: true, atomic: false, 'delete-data': false, 'dry-run': false, yes: false},
};

const KIND_A = (endpoint: string) => ({
  telemetry: {dataStores: {kindA: {kindA: {endpoint}}}},
  server: {telemetry: {dataStore: 'kindA'}},
});
const KIND_B = {
  telemetry: {dataStores: {kindB: {kindB: {endpoint: '[fd00::1]:9095'}}}},
  server: {telemetry: {dataStore: 'kindB'}},
};
const TO_KIND_B = {'trace-backend': 'kindB', 'trace-backend-endpoint': '[fd00::1]:9095'};

it.each<{flags: Partial<InstallFlags>; want: object}>([
  {flags: {set: ['server.service.type=NodePort']}, want: {}},
  {flags: {'skip-pma': true}, want: {sampleApp: {enabled: false}}},
  {flags: {'skip-backend': true}, want: {backend: {enabled: false}}},
  {flags: {'skip-collector': true}, want: {collector: {enabled: false}}},
  {
    flags: {'collector-export-endpoint': 'otel:4317'},
    want: {collector: {enabled: true, export: {endpoint: 'otel:4317'}}},
  },
  {flags: TO_KIND_B, want: {...KIND_B, backend: {enabled: false}}},
  {flags: {'trace-backend': 'kindA'}, want: {...KIND_A('kindA-query:16685'), backend: {enabled: true}}},
])('with --reuse-values only the values of $flags are changed', ({flags, want}) => {
  expect(installRequest({...DEFAULTS, 'reuse-values': true, ...flags}).changes).toEqual(want);
});

const from = (url: string, ...args: string[]) => [
  'tracer',
  '--repo',
  url,
  '--repository-config',
  devNull,
  ...args,
];
const VERSION = ['--version', '0.1.0'];
const HOME = 'https://get.apigen.example/charts';

it.each<[flags: Partial<InstallFlags>, from: string, args?: string[]]>([
  [{}, ', included in this command'],
  [{chart: './chart', 'chart-version': '0.1.0'}, ' from ./chart', ['./chart', ...VERSION]],
  [{'chart-repo': 'https://u:p@x.test'}, ' from https://***@x.test', from('https://u:p@x.test')],
  [{'chart-version': '0.1.0'}, ` from ${HOME}`, from(HOME, ...VERSION)],
])('the chart of %j', (flags, origin, ...[args]) => {
  expect(installRequest({...DEFAULTS, ...flags}).chart).toEqual({from: origin, ...(args && {args})});
});

it('leaves the endpoint of the sample application to the chart when the user has values', () => {
  const flags = {...DEFAULTS, 'skip-collector': true, 'skip-backend': true};
  const {values, set} = installRequest({...flags, set: ['sampleApp.otlpEndpoint=otel.shop:4318']});
  expect(values).toMatchObject({collector: {enabled: false}, sampleApp: {enabled: true}});
  expect(set).toEqual(['--set=sampleApp.otlpEndpoint=otel.shop:4318']);
});
