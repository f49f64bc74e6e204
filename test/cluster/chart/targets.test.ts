import {describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {helmMajors} from '../support/clients.ts';
import {container, render, setFlags} from '../support/render.ts';

const ALL = ['collector.enabled=true', 'backend.enabled=true', 'sampleApp.enabled=true'];
const OWN_KIND_A = 'telemetry.dataStores.kindA.kindA.endpoint=jaeger.tracing:16685';
const KIND_B = [
  'server.telemetry.dataStore=kindB',
  'telemetry.dataStores.kindB.kindB.endpoint=[fd00::1]:9095',
];
const COLLECTOR = 'telemetry.exporters.collector.exporter.collector.endpoint';
const BUNDLED = {server: 'tracer-collector:4317', waitsFor: ['tracer-collector', '4317']};

const SAMPLE = 'http://tracer-collector:4318';
const IPV6 = `${COLLECTOR}=[fd00::2]:4317,sampleApp.enabled=true,sampleApp.otlpEndpoint=https://ingest.example.com`;

// The trace backend's endpoint is for queries, so OTLP goes to port 4317 or 4318 of its host.
const table: readonly (readonly [sets: readonly string[], want: object])[] = [
  [[], {}],
  [ALL, {...BUNDLED, collector: 'kindA-query:4317', sample: SAMPLE}],
  [
    [...ALL, OWN_KIND_A, 'backend.enabled=false'],
    {...BUNDLED, collector: 'jaeger.tracing:4317', sample: SAMPLE},
  ],
  [['collector.enabled=true', ...KIND_B], {...BUNDLED, collector: '[fd00::1]:4317'}],
  [['collector.enabled=true', 'collector.export.endpoint=otlp:443'], {...BUNDLED, collector: 'otlp:443'}],
  [['backend.enabled=true', 'sampleApp.enabled=true'], {sample: 'http://kindA-query:4318'}],
  [[IPV6], {server: '[fd00::2]:4317', waitsFor: ['fd00::2', '4317'], sample: 'https://ingest.example.com'}],
];

describe.each(helmMajors)('who sends where, rendered by helm %i', (major) => {
  it.each(table)('with %j', async (sets, want) => {
    const objects = await render(major, setFlags(['postgresql.auth.password=x', ...sets]));
    const config = parse(objects.get('ConfigMap/tracer')?.data?.['config.yaml'] ?? '');
    const exports = parse(objects.get('ConfigMap/tracer-collector')?.data?.['collector.yaml'] ?? '{}');
    const exporter = config.server.telemetry?.exporter;
    expect({
      server: config.telemetry.exporters[exporter]?.exporter.collector.endpoint,
      waitsFor: container(objects.get('Deployment/tracer'), 'wait-for-collector')?.command?.slice(3),
      collector: exports.exporters?.otlp_grpc.endpoint,
      sample: container(objects.get('Deployment/tracer-sample-app'), 'sample-app')?.env?.[0]?.value,
    }).toEqual(want);
  });
});
