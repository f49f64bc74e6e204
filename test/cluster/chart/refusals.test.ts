import {describe, expect, it} from '@jest/globals';
import {helmMajors} from '../support/clients.ts';
import {template} from '../support/render.ts';

/** The values, and the fault in the chart's own message. The schema's are tested in test/plugins/tracer. */
const table = String.raw`
enabled=false: enabled=false has no effect without a parent chart: set \`condition: tracer.enabled\` on its dependency on this chart in Chart.yaml, or leave out the key
server.telemetry.dataStore=kindB: server.telemetry.dataStore is kindB, but its endpoint is empty: set telemetry.dataStores.kindB.kindB.endpoint to <host>:<port>
telemetry.dataStores.kindA.kindA.endpoint=: server.telemetry.dataStore is kindA, but its endpoint is empty: set telemetry.dataStores.kindA.kindA.endpoint to <host>:<port>
telemetry.dataStores.kindB.kindB.headers.X-Scope-OrgID=shop: telemetry.dataStores.kindB.kindB.headers requires protocol=http: the server sends no headers over gRPC
sampleApp.enabled=true: sampleApp.enabled requires a target for its spans: set collector.enabled, backend.enabled or sampleApp.otlpEndpoint
podLabels.app\.kubernetes\.io/component=x: podLabels cannot contain app.kubernetes.io/component: the chart sets it to select the pods of each component
ingress.enabled=true: ingress.enabled requires a host name: set ingress.hosts, for example ingress.hosts={tracer.example.com}
postgresql.enabled=false: postgresql.enabled=false requires another database: set externalDatabase.host
postgresql.image.tag=latest: postgresql.image.tag "latest" does not begin with the major version of PostgreSQL, which decides whether the volume can be read: use a tag such as 15.17-bookworm; postgresql.image.digest can name any image of that version
postgresql.auth.password=50%: invalid password of the database: the server accepts only letters, digits and . _ ~ - in it
postgresql.enabled=false,externalDatabase.host=db: externalDatabase requires a password: set externalDatabase.existingSecret (or externalDatabase.password)
`
  .replaceAll('\\`', '`')
  .trim()
  .split('\n')
  .map((line) => line.split(/: (.*)/));

describe.each(helmMajors)('helm %i', (major) => {
  it.each(table)('refuses %s', async (set = '', fault = '') => {
    const {status, stdout, stderr} = await template(major, ['--set', set]);
    expect({status, stdout, message: stderr.split('\n')[0]}).toEqual({
      ...{status: 1, stdout: ''},
      message: `Error: execution error at (tracer/templates/server/configmap.yaml:1:4): ${fault}`,
    });
  });
});
