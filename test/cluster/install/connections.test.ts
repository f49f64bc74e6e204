import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import {afterEach, beforeEach, expect, it} from '@jest/globals';
import {helmMajors, kubectl} from '../support/clients.ts';
import {tracerIn} from '../support/tracer.ts';

/** The namespace and the address to which kwok forwards its pods' ports (`port-forward.yaml`). */
const NAMESPACE = 'forwarded';
const ADDRESS = '127.0.0.14';

const [major] = helmMajors;
const given = {helm: major, chartRepository: 'http://127.0.0.1:9'};
const on = tracerIn(given, NAMESPACE);

const servers: Server[] = [];

/** Answers like a pod; `answers` are bodies by method and path, and what is missing is 404. */
async function listen(port: number, answers: Readonly<Record<string, string>>): Promise<void> {
  const server = createServer((request, response) => {
    const body = answers[`${request.method} ${request.url}`];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  }).listen(port, ADDRESS);
  servers.push(server);
  await once(server, 'listening');
}

const JAEGER = {endpoint: 'kindA-query:16685', tls: {insecure: true}};
const STORE = {name: 'kindA', type: 'jaeger', jaeger: JAEGER};
const passed = {passed: true, status: 'passed', message: 'Passed'};
const PASSED = {portCheck: passed, connectivity: passed, authentication: passed, fetchTraces: passed};
const refused = 'dial tcp 10.0.0.7:16685: connect: connection refused';
const REFUSED = {...PASSED, connectivity: {status: 'failed', message: 'Failed', error: refused}};

const serverWith = (result: object) => ({
  'GET /api/datastores/current': JSON.stringify({type: 'DataStore', spec: STORE}),
  'POST /api/config/connection': JSON.stringify(result),
});
const metrics = (received: number, sent: number) => ({
  'GET /metrics': `otelcol_receiver_accepted_spans{receiver="otlp"} ${received}\notelcol_exporter_sent_spans ${sent}\n`,
});

beforeEach(() => kubectl(['create', 'namespace', NAMESPACE]));
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  await kubectl(['delete', 'namespace', NAMESPACE]);
});

it.each([
  {
    ...{
      name: 'are shown at the end of install, and by status',
      result: PASSED,
      sent: 7,
      signs: '✔✔',
      status: 0,
    },
    lines: [
      'the server reads traces of kindA from kindA-query:16685',
      'the collector received 7 spans, delivered 7 and failed to deliver 0',
    ],
    end: 'Everything is healthy',
  },
  {
    ...{
      name: 'are warnings of install and make status fail',
      result: REFUSED,
      sent: 0,
      signs: '!✘',
      status: 1,
    },
    lines: [
      `the server cannot read traces from kindA-query:16685: ${refused}`,
      'the collector received 7 spans, delivered 0 and failed to deliver 0; check --collector-export-endpoint',
    ],
    end: 'Not healthy: the connection of the server',
  },
])('$name', async ({result, sent, signs: [ofInstall, ofStatus], status, lines, end}) => {
  await listen(11633, serverWith(result));
  await listen(8888, metrics(7, sent));
  const installed = await on('install', '--skip-pma');
  expect(installed).toMatchObject({status: 0, stderr: ''});
  const printed = lines.map((line) => `${ofInstall} ${line}\n`).join('');
  expect(installed.stdout).toContain(`${printed}tracer is installed in namespace forwarded.\n`);
  const shown = await on('status');
  expect(shown).toMatchObject({status, stderr: ''});
  const listed = lines.map((line) => `  ${ofStatus} ${line}\n`).join('');
  expect(shown.stdout.slice(shown.stdout.indexOf('Connections'))).toBe(`Connections\n${listed}${end}\n`);
});

it('are unknown when the components do not answer', async () => {
  await listen(11633, {});
  const {status, stdout} = await on('install', '--skip-pma');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^! cannot ask the server: \/api\/datastores\/current answers 404$/m);
  expect(stdout).toMatch(/^! cannot ask the collector: \S.*$/m);
  expect((await on('status')).stdout).toMatch(/^Everything that could be checked is healthy$/m);
});
