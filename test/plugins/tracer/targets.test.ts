import {expect, it} from '@jest/globals';
import {judgeInstall} from '../../../plugins/tracer/src/arguments.ts';
import {targetLines} from '../../../plugins/tracer/src/plan.ts';
import {targetsOf} from '../../../plugins/tracer/src/targets.ts';
import {toldTargets} from '../../../plugins/tracer/src/told-targets.ts';
import {DEFAULT_CHOICES as DEFAULT} from './default-choices.ts';

const OWN_A = {...DEFAULT, endpoint: 'jaeger.tracing:16685'} as const;
const KIND_B = {...DEFAULT, kind: 'kindB', endpoint: '[fd00::1]:9095'} as const;
const IN_CLUSTER = {serverExportsTo: 'tracer-collector:4317', sampleSendsTo: 'tracer-collector:4318'};
const NONE = {serverExportsTo: undefined, collectorExportsTo: undefined, sampleSendsTo: undefined};

it.each([
  {
    name: 'defaults',
    choices: DEFAULT,
    backend: true,
    want: {...IN_CLUSTER, collectorExportsTo: 'kindA-query:4317'},
  },
  {
    name: 'kindA elsewhere',
    choices: OWN_A,
    backend: false,
    want: {...IN_CLUSTER, collectorExportsTo: 'jaeger.tracing:4317'},
  },
  {
    name: 'kindA elsewhere, other export',
    choices: {...OWN_A, exportEndpoint: 'otlp.tracing:14317'},
    backend: false,
    want: {...IN_CLUSTER, collectorExportsTo: 'otlp.tracing:14317'},
  },
  {
    name: 'kindA at its default endpoint, backend skipped',
    choices: {...DEFAULT, skipBackend: true},
    backend: false,
    want: {...IN_CLUSTER, collectorExportsTo: 'kindA-query:4317'},
  },
  {
    name: 'kindB',
    choices: KIND_B,
    backend: false,
    want: {...IN_CLUSTER, collectorExportsTo: '[fd00::1]:4317'},
  },
  {
    name: 'no collector: the sample sends to the bundled backend',
    choices: {...DEFAULT, skipCollector: true},
    backend: true,
    want: {...NONE, sampleSendsTo: 'kindA-query:4318'},
  },
  {
    name: 'no collector, no backend, a target of its own for the sample',
    choices: {...KIND_B, skipCollector: true, sampleEndpoint: 'otel.shop:4318'},
    backend: false,
    want: {...NONE, sampleSendsTo: 'otel.shop:4318'},
  },
  {name: 'no collector, no backend', choices: {...KIND_B, skipCollector: true}, backend: false, want: NONE},
  {
    name: 'no sample application',
    choices: {...DEFAULT, skipSample: true},
    backend: true,
    want: {...IN_CLUSTER, collectorExportsTo: 'kindA-query:4317', sampleSendsTo: undefined},
  },
])('who sends where: $name', ({choices, backend, want}) => {
  const {backend: row, ...targets} = targetsOf(choices);
  expect({installed: row.installed, ...targets}).toEqual({installed: backend, ...want});
});

it('tells the targets in the plan', () => {
  const choices = {...DEFAULT, skipBackend: true};
  const order = {
    choices,
    targets: targetsOf(choices),
    chart: {from: 'package'} as const,
    isByValues: () => false,
  };
  expect(targetLines(order, 'tracing', '')).toEqual([
    '  Server      finds traces in kindA at kindA-query:16685',
    '  Database    PostgreSQL, with a volume of its own',
    '  Backend     will not be installed (--skip-backend); kindA-query:16685 has to exist in namespace tracing',
    '  Collector   will be installed; it takes OTLP at tracer-collector:4317 and exports to kindA-query:4317',
    '  Sample app  will be installed; it sends to tracer-collector:4318',
  ]);
});

const SENT = (target: string) => `  Sample app  will be installed; it sends to ${target}`;
const BY_VALUES = '  Sample app  as --set and --values say';

// What values decide is judged by the chart, which knows all of them.
it.each([
  {given: {set: ['sampleApp.otlpEndpoint=otel.shop:4318']}, want: SENT('otel.shop:4318')},
  {given: {set: ['a=b\\,c,sampleApp.otlpEndpoint=http://otel.shop']}, want: SENT('http://otel.shop')},
  {given: {set: ['sampleApp.otlpEndpoint=a:1', 'sampleApp.otlpEndpoint=b:2']}, want: SENT('b:2')},
  {given: {set: ['backend.enabled=true']}, want: BY_VALUES},
  {given: {set: ['analytics.enabled=false,sampleApp.enabled=false']}, want: BY_VALUES},
  {given: {values: ['mine.yaml']}, want: BY_VALUES},
])('takes $given without collector and backend', ({given, want}) => {
  const order = judgeInstall({...given, 'skip-collector': true, 'skip-backend': true});
  expect(targetLines(order, 'tracing', '').at(-1)).toBe(want);
});

const ALL = ['Server', 'Database', 'Backend', 'Collector', 'Sample app'];

it.each([
  {given: {}, want: []},
  {given: {set: ['server.service.type=LoadBalancer', 'postgresql.persistence.size=1Gi']}, want: []},
  {given: {set: ['collector.export.endpoint=otlp:4317']}, want: []},
  {given: {set: ['postgresql.enabled=false,externalDatabase.host=db']}, want: ['Database']},
  {given: {set: ['postgresql.persistence.enabled=false']}, want: ['Database']},
  {given: {set: ['backend.enabled=false']}, want: ['Backend', 'Sample app']},
  {given: {set: ['x=1', 'collector.enabled=false']}, want: ['Collector', 'Sample app']},
  {given: {set: ['collector=null']}, want: ['Collector', 'Sample app']},
  {given: {set: ['sampleApp.enabled=false']}, want: ['Sample app']},
  {given: {set: ['server.telemetry.dataStore=kindB']}, want: ['Server', 'Backend', 'Collector']},
  {
    given: {set: ['telemetry.dataStores.kindA.kindA.endpoint=a:1']},
    want: ['Server', 'Backend', 'Collector'],
  },
  {given: {set: ['fullnameOverride=traces']}, want: ['Collector', 'Sample app']},
  {given: {values: ['mine.yaml']}, want: ALL},
])('leaves to the values what $given may change', ({given, want}) => {
  const lines = targetLines(judgeInstall(given), 'tracing', '');
  const left = lines.filter((line) => line.endsWith(' as --set and --values say'));
  expect(left.map((line) => line.slice(2, 14).trim())).toEqual(want);
});

const TOLD = {
  backendInstalled: true,
  collectorExportsTo: 'kindA-query:4317',
  serverExportsTo: 'tracer-collector:4317',
  sampleSendsTo: 'tracer-collector:4318',
};

it.each([
  {given: {}, want: {targets: TOLD, targetsByValues: []}},
  {
    given: {'skip-collector': true, 'skip-pma': true},
    want: {
      targets: {backendInstalled: true, collectorExportsTo: null, serverExportsTo: null, sampleSendsTo: null},
      targetsByValues: [],
    },
  },
  {
    given: {set: ['collector.export.endpoint=otlp:4317']},
    want: {targets: {...TOLD, collectorExportsTo: 'otlp:4317'}, targetsByValues: []},
  },
  {
    given: {set: ['telemetry.exporters.collector.exporter.collector.endpoint=otlp:4317']},
    want: {
      targets: {
        backendInstalled: true,
        collectorExportsTo: 'kindA-query:4317',
        sampleSendsTo: 'tracer-collector:4318',
      },
      targetsByValues: ['serverExportsTo'],
    },
  },
  {
    given: {set: ['backend.enabled=false']},
    want: {
      targets: {collectorExportsTo: 'kindA-query:4317', serverExportsTo: 'tracer-collector:4317'},
      targetsByValues: ['backendInstalled', 'sampleSendsTo'],
    },
  },
  {given: {values: ['mine.yaml']}, want: {targets: {}, targetsByValues: Object.keys(TOLD)}},
])('tells machines the targets of $given, but for what its values may change', ({given, want}) => {
  expect(toldTargets(judgeInstall(given))).toEqual(want);
});

it('refuses a sample application without a target, whatever else is set', () => {
  const given = {'skip-collector': true, 'skip-backend': true, set: ['analytics.enabled=true']};
  expect(() => judgeInstall(given)).toThrow('the sample application has nowhere to send its traces');
});
