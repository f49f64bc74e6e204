import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import {afterEach, beforeEach, describe, expect, it} from '@jest/globals';
import {helmMajors, kubectl} from '../support/clients.ts';
import {environmentFor} from '../support/installers.ts';
import {STARTER, tracer} from '../support/tracer.ts';

/** The namespace and the address to which kwok forwards its pods' ports (`port-forward.yaml`). */
const NAMESPACE = 'forwarded';
const ADDRESS = '127.0.0.14';

const [major] = helmMajors;
const given = {helm: major, chartRepository: 'http://127.0.0.1:9'};
const on = (...args: string[]) => tracer(given, [...args, '--namespace', NAMESPACE]);

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

const STORE = {
  name: 'kindA',
  type: 'jaeger',
  jaeger: {endpoint: 'kindA-query:16685', tls: {insecure: true}},
};
const passed = {passed: true, status: 'passed', message: 'Passed'};
const PASSED = {portCheck: passed, connectivity: passed, authentication: passed, fetchTraces: passed};
const refused = 'dial tcp 10.0.0.7:16685: connect: connection refused';
const REFUSED = {...PASSED, connectivity: {status: 'failed', message: 'Failed', error: refused}};

const serverWith = (result: object, path = '') => ({
  [`GET ${path}/`]: 'the web page',
  [`GET ${path}/api/datastores/current`]: JSON.stringify({type: 'DataStore', spec: STORE}),
  [`POST ${path}/api/config/connection`]: JSON.stringify(result),
});
const metrics = (received: number, sent: number) => ({
  'GET /metrics': `otelcol_receiver_accepted_spans{receiver="otlp"} ${received}\notelcol_exporter_sent_spans ${sent}\n`,
});

describe('the connections of the installed components', () => {
  beforeEach(() => kubectl(['create', 'namespace', NAMESPACE]));
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
    await kubectl(['delete', 'namespace', NAMESPACE]);
  });

  it('are shown at the end of install, and by status', async () => {
    await listen(11633, serverWith(PASSED));
    await listen(8888, metrics(7, 7));
    const {status, stdout, stderr} = await on('install', '--skip-pma');
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    expect(stdout).toContain(`✔ the server reads traces of kindA from kindA-query:16685
✔ the collector received 7 spans, delivered 7 and failed to deliver 0
tracer is installed in namespace forwarded.
`);
    const shown = await on('status');
    expect(shown).toMatchObject({status: 0, stderr: ''});
    expect(shown.stdout.slice(shown.stdout.indexOf('Connections'))).toBe(`Connections
  ✔ the server reads traces of kindA from kindA-query:16685
  ✔ the collector received 7 spans, delivered 7 and failed to deliver 0
Everything is healthy
`);
  });

  it('are warnings of install and make status fail when they are broken', async () => {
    await listen(11633, serverWith(REFUSED));
    await listen(8888, metrics(7, 0));
    const collector =
      'the collector received 7 spans, delivered 0 and failed to deliver 0; check --collector-export-endpoint';
    const server = `the server cannot read traces from kindA-query:16685: ${refused}`;
    const {status, stdout} = await on('install', '--skip-pma');
    expect(status).toBe(0);
    expect(stdout).toContain(`! ${server}\n! ${collector}\ntracer is installed in namespace forwarded.\n`);
    const shown = await on('status');
    expect(shown).toMatchObject({status: 1, stderr: ''});
    expect(shown.stdout.slice(shown.stdout.indexOf('Connections'))).toBe(`Connections
  ✘ ${server}
  ✘ ${collector}
Not healthy: the connection of the server
`);
  });

  it('are unknown when the components do not answer', async () => {
    await listen(11633, {});
    const {status, stdout} = await on('install', '--skip-pma');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^! cannot ask the server: \/api\/datastores\/current answers 404$/m);
    expect(stdout).toMatch(/^! cannot ask the collector: \S.*$/m);
    expect((await on('status')).stdout).toMatch(/^Everything that could be checked is healthy$/m);
  });

  it('include the one that `open` forwards, with the path prefix', async () => {
    await listen(11633, serverWith(PASSED, '/tools'));
    const options = ['--skip-pma', '--skip-collector', '--skip-backend', '--set', 'server.pathPrefix=/tools'];
    expect(await on('install', ...options)).toMatchObject({status: 0, stderr: ''});
    const args = [STARTER, 'tracer', 'open', '--no-browser', '--namespace', NAMESPACE];
    const child = spawn(process.execPath, args, {env: environmentFor(given)});
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes('\n')) break;
    }
    const url = /^tracer is at (http:\/\/localhost:\d+\/tools\/) until Ctrl-C\n$/.exec(printed)?.[1];
    expect(await (await fetch(url ?? printed)).text()).toBe('the web page');
    child.kill('SIGINT');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});
