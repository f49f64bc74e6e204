import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from '@jest/globals';
import {type Server, serve} from '../../server.ts';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const FILES = {
  'openapi.yaml': `openapi: 3.1.0
x-apigen: {mesh: linkerd, timeouts: {request_timeout: 1}}
paths:
  /dispatch: {get: {x-apigen: {timeouts: {request: 700ms}}}}
  /never: {get: {}}
`,
};

const recorded = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');

/** Attributes of server spans, as Jaeger has them. */
const jaeger = (...spans: Readonly<Record<string, unknown>>[]) =>
  JSON.stringify({
    data: [
      {
        processes: {p1: {serviceName: 'frontend'}},
        spans: spans.map((attributes) => ({
          processID: 'p1',
          duration: 20_000,
          tags: Object.entries({'span.kind': 'server', ...attributes}).map(([key, value]) => ({key, value})),
        })),
      },
    ],
  });

/**
 * Not a backend: it has answers of Jaeger 2.1 and Tempo 2.10 to these requests, for the service `frontend` of Jaeger's sample
 * application, of which only the spans and attributes that matter are left. Anything else is a 404.
 */
const ANSWERS: Readonly<Record<string, string>> = {
  '/jaeger/api/traces?service=frontend&limit=1500': recorded('traces-of-jaeger.json'),
  '/jaeger/api/traces?service=driver&limit=1500': recorded('traces-of-jaeger.json'),
  '/jaeger/api/traces?service=none&limit=1500': '{"data":[],"total":0,"limit":0,"offset":0,"errors":null}',
  '/tempo/api/search?q={resource.service.name="frontend" && kind=server} | select(span.http.request.method, span.url.path, span.url.full, span.http.response.status_code, span.http.method, span.http.target, span.http.url, span.http.status_code, span.response_flags)&limit=1500&spss=100':
    recorded('traces-of-tempo.json'),
  '/names/api/traces?service=frontend&limit=1500': jaeger(
    {'http.request.method': 'GET', 'url.path': '/dispatch', 'http.response.status_code': 503},
    {'http.method': 'GET', 'http.url': 'http://frontend/dispatch?a=b', response_flags: 'UT'},
    {'rpc.system': 'grpc'},
  ),
  '/page/api/traces?service=frontend&limit=1500': '<!doctype html>',
};

const folder = folderWith(FILES);
let server: Server;
beforeAll(async () => {
  server = await serve((request, response) => {
    const {pathname, searchParams} = new URL(request.url ?? '', 'http://localhost');
    // Times differ from run to run.
    const query = [...searchParams].filter(([name]) => name !== 'start' && name !== 'end');
    const answer = ANSWERS[`${pathname}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer);
  });
});
afterAll(() => server.close());

const CHECK =
  '    check the address, such as http://localhost:16686 of Jaeger, or http://localhost:3200 of Tempo\n';
const SPANS =
  '    check `--service`; expected server spans with `http.request.method` and `url.path`, or with their older names\n';

const match = async (base: string, service: string, ...more: readonly string[]) => {
  const args = [
    'routes',
    'match',
    'openapi.yaml',
    '--traces',
    `${server.url}${base}`,
    '--service',
    service,
    ...more,
  ];
  const {status, stdout, stderr} = await runCli(args, {cwd: folder});
  return {status, stdout, stderr: stderr.replaceAll(server.url, 'http://backend')};
};

test.each([
  ['/jaeger', '713ms'],
  ['/tempo', '739ms'],
])('%s gives what a log gives', async (base, took) => {
  expect(await match(base, 'frontend')).toEqual({
    status: 1,
    stderr: '',
    stdout: `REQUESTS  5XX/429  METHOD  PATH         P50      P99  TIMEOUT
       1        0  GET     /dispatch  ${took}  ${took} !    700ms

1 route has a P99 over the timeout (!).

No route matches 1 of 2 requests:
REQUESTS  REQUEST
       1  GET /config

1 route has no traffic:
METHOD  PATH
GET     /never
`,
  });
});

test('names of attributes of now and before are read, and other server spans are counted', async () => {
  const {stdout, stderr} = await match('/names', 'frontend');
  expect(stdout).toMatch(/^REQUESTS .*\n +2 +1 +1 ! +GET +\/dispatch +20ms +20ms +700ms\n/);
  expect(stderr).toBe(
    `note: 1 server span has no method or path\n${SPANS.replace('check `--service`; ', '')}`,
  );
});

test('timeouts are suggested', async () => {
  const {status, stdout} = await match('/jaeger', 'frontend', '--suggest', '--ignore', '/config');
  expect(status).toBe(0);
  expect(stdout).toMatch(/request_timeout: 2$/m);
});

test.each([
  ['/jaeger', 'none', `error: no requests in the traces of the service "none"\n${SPANS}`],
  ['/jaeger', 'driver', `error: no requests in the traces of the service "driver"\n${SPANS}`],
  [
    '/page',
    'frontend',
    `error: http://backend/page: neither the HTTP API of Jaeger nor that of Tempo\n${CHECK}`,
  ],
  ['/other', 'frontend', `error: http://backend/other: the server responded with HTTP 404\n${CHECK}`],
])('%s, service %s', async (base, service, stderr) => {
  expect(await match(base, service)).toEqual({status: 1, stdout: '', stderr});
});
