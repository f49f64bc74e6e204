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
const ALL = {collector: {enabled: true}, backend: {enabled: true}, sampleApp: {enabled: true}};

it.each<{name: string; flags: Partial<InstallFlags>; want: object}>([
  {name: 'no options', flags: {}, want: {...KIND_A('kindA-query:16685'), ...ALL}},
  {
    name: 'an endpoint of kindA: without the bundled backend',
    flags: {'trace-backend-endpoint': 'jaeger.tracing:16685'},
    want: {...KIND_A('jaeger.tracing:16685'), ...ALL, backend: {enabled: false}},
  },
  {
    name: 'an export endpoint',
    flags: {'collector-export-endpoint': 'otlp.tracing:14317'},
    want: {
      ...KIND_A('kindA-query:16685'),
      ...ALL,
      collector: {enabled: true, export: {endpoint: 'otlp.tracing:14317'}},
    },
  },
  {name: 'kindB', flags: TO_KIND_B, want: {...KIND_B, ...ALL, backend: {enabled: false}}},
  {
    name: 'nothing but the server',
    flags: {'skip-backend': true, 'skip-collector': true, 'skip-pma': true},
    want: {
      ...KIND_A('kindA-query:16685'),
      ...{collector: {enabled: false}, backend: {enabled: false}, sampleApp: {enabled: false}},
    },
  },
])('the chart gets the values of $name', ({flags, want}) => {
  expect(installRequest({...DEFAULTS, ...flags}).values).toEqual(want);
});

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

const REPOSITORY = ['tracer', '--repo'];
const NO_LIST = ['--repository-config', devNull];

it.each<{flags: Partial<InstallFlags>; want: object}>([
  {flags: {}, want: {from: ', included in this command'}},
  {
    flags: {chart: './chart', 'chart-version': '0.1.0'},
    want: {args: ['./chart', '--version', '0.1.0'], from: ' from ./chart'},
  },
  {
    flags: {'chart-repo': 'https://bob:x@charts.test'},
    want: {
      args: [...REPOSITORY, 'https://bob:x@charts.test', ...NO_LIST],
      from: ' from https://***@charts.test',
    },
  },
  {
    flags: {'chart-version': '0.1.0'},
    want: {
      args: [...REPOSITORY, 'https://get.apigen.example/charts', ...NO_LIST, '--version', '0.1.0'],
      from: ' from https://get.apigen.example/charts',
    },
  },
])('the chart of $flags', ({flags, want}) => {
  expect(installRequest({...DEFAULTS, ...flags}).chart).toEqual(want);
});

it('leaves the target of the sample application to the chart when the user has values', () => {
  const flags = {...DEFAULTS, 'skip-collector': true, 'skip-backend': true};
  expect(() => installRequest(flags)).toThrow('the sample application has nowhere to send its traces');
  const {values, set} = installRequest({...flags, set: ['sampleApp.otlpEndpoint=otel.shop:4318']});
  expect(values).toMatchObject({collector: {enabled: false}, sampleApp: {enabled: true}});
  expect(set).toEqual(['--set=sampleApp.otlpEndpoint=otel.shop:4318']);
});
