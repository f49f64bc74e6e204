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
const COLLECTOR = 'telemetry.exporters.collector.exporter.collector.endpoint=otel-collector:4317';

/** What a server without any exporter has in its configuration. */
const NO_EXPORTER = {exporters: {}, server: undefined};
const exporter = (endpoint: string) => ({
  exporters: {
    collector: {
      serviceName: 'tracer',
      sampling: 100,
      exporter: {type: 'collector', collector: {endpoint}},
    },
  },
  server: 'collector',
});

interface Case {
  name: string;
  sets: string[];
  server: typeof NO_EXPORTER | ReturnType<typeof exporter>;
  /** Arguments of the init container that waits for the collector. */
  waitsFor?: string[];
  collector?: string;
  sample?: string;
}

// The trace backend's endpoint is for queries, so OTLP goes to port 4317 or 4318 of its host.
const table: Case[] = [
  {name: 'nothing set', sets: [], server: NO_EXPORTER},
  {
    name: 'all components, kindA at its default',
    sets: ALL,
    server: exporter('tracer-collector:4317'),
    waitsFor: ['tracer-collector', '4317'],
    collector: 'kindA-query:4317',
    sample: 'http://tracer-collector:4318',
  },
  {
    name: 'kindA elsewhere',
    sets: ['collector.enabled=true', 'sampleApp.enabled=true', OWN_KIND_A],
    server: exporter('tracer-collector:4317'),
    waitsFor: ['tracer-collector', '4317'],
    collector: 'jaeger.tracing:4317',
    sample: 'http://tracer-collector:4318',
  },
  {
    name: 'kindB',
    sets: ['collector.enabled=true', ...KIND_B],
    server: exporter('tracer-collector:4317'),
    waitsFor: ['tracer-collector', '4317'],
    collector: '[fd00::1]:4317',
  },
  {
    name: 'an export endpoint',
    sets: ['collector.enabled=true', 'collector.export.endpoint=ingest.example.com:443'],
    server: exporter('tracer-collector:4317'),
    waitsFor: ['tracer-collector', '4317'],
    collector: 'ingest.example.com:443',
  },
  {
    name: 'no collector',
    sets: ['backend.enabled=true', 'sampleApp.enabled=true'],
    server: NO_EXPORTER,
    sample: 'http://kindA-query:4318',
  },
  {
    name: 'a collector elsewhere',
    sets: [COLLECTOR, 'sampleApp.enabled=true', 'sampleApp.otlpEndpoint=otel-collector:4318'],
    server: exporter('otel-collector:4317'),
    waitsFor: ['otel-collector', '4317'],
    sample: 'http://otel-collector:4318',
  },
  {
    name: 'a collector at an IPv6 address, a sample that sends by TLS',
    sets: [
      'telemetry.exporters.collector.exporter.collector.endpoint=[fd00::2]:4317',
      'sampleApp.enabled=true',
      'sampleApp.otlpEndpoint=https://ingest.example.com',
    ],
    server: exporter('[fd00::2]:4317'),
    waitsFor: ['fd00::2', '4317'],
    sample: 'https://ingest.example.com',
  },
];

describe.each(helmMajors)('rendered by helm %i', (major) => {
  it.each(table)('$name', async ({sets, server, waitsFor, collector, sample}) => {
    const objects = await render(major, setFlags(sets));
    const config = parse(objects.get('ConfigMap/tracer')?.data?.['config.yaml'] ?? '');
    const exports = parse(objects.get('ConfigMap/tracer-collector')?.data?.['collector.yaml'] ?? '{}');
    const wait = container(objects.get('Deployment/tracer'), 'wait-for-collector');
    const app = container(objects.get('Deployment/tracer-sample-app'), 'sample-app');
    expect({
      server: {exporters: config.telemetry.exporters, server: config.server.telemetry?.exporter},
      waitsFor: wait?.command?.slice(3),
      collector: exports.exporters?.otlp_grpc.endpoint,
      sample: app?.env?.[0]?.value,
    }).toEqual({server, waitsFor, collector, sample});
    expect(config.server.telemetry?.applicationExporter).toBe(config.server.telemetry?.exporter);
  });
});
