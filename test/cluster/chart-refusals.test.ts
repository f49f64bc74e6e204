import {describe, expect, it} from '@jest/globals';
import {setFlags, template} from './chart.ts';
import {helmMajors} from './clients.ts';

const bySchema = (fault: string) =>
  `Error: values don't meet the specifications of the schema(s) in the following chart(s):\ntracer:\n- at ${fault}\n`;
const byTemplate = (fault: string) =>
  `Error: execution error at (tracer/templates/server/configmap.yaml:1:4): ${fault}\n`;

const table = [
  {
    sets: ['server.telemetry.dataStore=jaeger'],
    want: bySchema(`'/server/telemetry/dataStore': value must be one of 'kindA', 'kindB'`),
  },
  {
    sets: ['telemetry.dataStores.tempo.tempo.endpoint=tempo:9095'],
    want: bySchema(`'/telemetry/dataStores': additional properties 'tempo' not allowed`),
  },
  {
    sets: ['telemetry.dataStores.kindA.kindB.endpoint=tempo:9095'],
    want: bySchema(`'/telemetry/dataStores/kindA': additional properties 'kindB' not allowed`),
  },
  {
    sets: ['colector.enabled=true'],
    want: bySchema(`'': additional properties 'colector' not allowed`),
  },
  {
    sets: ['postgresql.auth=null'],
    want: bySchema(`'/postgresql': missing property 'auth'`),
  },
  {
    sets: ['enabled=false'],
    want: byTemplate(
      'enabled is false, but that is for a parent chart to read: give its dependency on this chart `condition: tracer.enabled` in Chart.yaml, or leave the key out',
    ),
  },
  {
    sets: ['server.telemetry.dataStore=kindB'],
    want: byTemplate(
      'server.telemetry.dataStore is kindB, but its endpoint is empty: set telemetry.dataStores.kindB.kindB.endpoint to <host>:<port>',
    ),
  },
  {
    sets: ['telemetry.dataStores.kindA.kindA.endpoint='],
    want: byTemplate(
      'server.telemetry.dataStore is kindA, but its endpoint is empty: set telemetry.dataStores.kindA.kindA.endpoint to <host>:<port>',
    ),
  },
  {
    sets: ['sampleApp.enabled=true'],
    want: byTemplate(
      'sampleApp.enabled needs somewhere to send spans to: set collector.enabled, backend.enabled or sampleApp.otlpEndpoint',
    ),
  },
  {
    sets: [String.raw`podLabels.app\.kubernetes\.io/component=x`],
    want: byTemplate(
      'podLabels cannot have app.kubernetes.io/component: the pods of each component are told apart by it',
    ),
  },
  {
    sets: ['ingress.enabled=true'],
    want: byTemplate(
      'ingress.enabled needs a host name: set ingress.hosts, e.g. ingress.hosts={tracer.example.com}',
    ),
  },
  {
    sets: ['postgresql.enabled=false'],
    want: byTemplate(
      'postgresql.enabled is false, but no other database is named: set externalDatabase.host',
    ),
  },
  {
    sets: ['postgresql.enabled=false', 'externalDatabase.host=db'],
    want: byTemplate(
      'externalDatabase needs a password: set externalDatabase.existingSecret (or externalDatabase.password)',
    ),
  },
];

describe.each(helmMajors)('helm %i', (major) => {
  it.each(table)('refuses $sets', async ({sets, want}) => {
    const {status, stdout, stderr} = await template(major, setFlags(sets));
    const message = stderr
      .replace('\nUse --debug flag to render out invalid YAML\n', '')
      .replace(/\n*$/, '\n');
    expect({status, stdout, message}).toEqual({status: 1, stdout: '', message: want});
  });

  // The whole pattern is in Helm's message; which endpoints it takes is told by the tests of the schema.
  it.each(['host', 'host:65536', 'http://host:4317'])('refuses the endpoint %s', async (endpoint) => {
    const set = `telemetry.exporters.collector.exporter.collector.endpoint=${endpoint}`;
    const {status, stdout, stderr} = await template(major, ['--set', set]);
    const place = "- at '/telemetry/exporters/collector/exporter/collector/endpoint': ";
    expect({status, stdout}).toEqual({status: 1, stdout: ''});
    expect(stderr).toContain(`${place}'${endpoint}' does not match pattern`);
  });
});
