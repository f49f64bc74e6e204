import {describe, expect, it} from '@jest/globals';
import {helmMajors} from '../support/clients.ts';
import {setFlags, template} from '../support/render.ts';

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
    sets: ['server.podSecurityContext.runAsUser=abc'],
    want: bySchema(`'/server/podSecurityContext/runAsUser': got string, want null or integer`),
  },
  {
    sets: ['enabled=false'],
    want: byTemplate(
      'enabled=false has no effect without a parent chart: set `condition: tracer.enabled` on its dependency on this chart in Chart.yaml, or leave out the key',
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
    sets: ['telemetry.dataStores.kindB.kindB.headers.X-Scope-OrgID=shop'],
    want: byTemplate(
      'telemetry.dataStores.kindB.kindB.headers requires protocol=http: the server sends no headers over gRPC',
    ),
  },
  {
    sets: ['sampleApp.enabled=true'],
    want: byTemplate(
      'sampleApp.enabled requires a target for its spans: set collector.enabled, backend.enabled or sampleApp.otlpEndpoint',
    ),
  },
  {
    sets: [String.raw`podLabels.app\.kubernetes\.io/component=x`],
    want: byTemplate(
      'podLabels cannot contain app.kubernetes.io/component: the chart sets it to select the pods of each component',
    ),
  },
  {
    sets: ['ingress.enabled=true'],
    want: byTemplate(
      'ingress.enabled requires a host name: set ingress.hosts, for example ingress.hosts={tracer.example.com}',
    ),
  },
  {
    sets: ['postgresql.enabled=false'],
    want: byTemplate('postgresql.enabled=false requires another database: set externalDatabase.host'),
  },
  {
    sets: ['postgresql.auth.password=50%'],
    want: byTemplate(
      'invalid password of the database: the server accepts only letters, digits and . _ ~ - in it',
    ),
  },
  {
    sets: ['postgresql.enabled=false', 'externalDatabase.host=db'],
    want: byTemplate(
      'externalDatabase requires a password: set externalDatabase.existingSecret (or externalDatabase.password)',
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

  // helm's message contains the whole pattern, which the tests of the schema check.
  it.each(['host', 'host:65536', 'http://host:4317'])('refuses the endpoint %s', async (endpoint) => {
    const set = `telemetry.exporters.collector.exporter.collector.endpoint=${endpoint}`;
    const {status, stdout, stderr} = await template(major, ['--set', set]);
    const place = "- at '/telemetry/exporters/collector/exporter/collector/endpoint': ";
    expect({status, stdout}).toEqual({status: 1, stdout: ''});
    expect(stderr).toContain(`${place}'${endpoint}' does not match pattern`);
  });
});
