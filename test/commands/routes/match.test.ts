import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {ends, runCli, startShell} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const DESCRIPTION = `openapi: 3.1.0
x-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}}
paths:
  /pets: {get: {}, post: {}}
  /pets/{id}: {get: {}}
  /pets/{name}.json: {get: {x-apigen: {timeouts: {request_timeout: 60}}}}
`;

let folder = '';
beforeAll(() => {
  folder = folderWith({'openapi.yaml': DESCRIPTION});
});

const BOTH = (expression: string) => `
METHOD  PATH                  TIMEOUT  FROM                      MATCH
GET     /v1/pets/{name}.json  60s      operation openapi.yaml:6  ${expression}
GET     /v1/pets/{id}         10s      root openapi.yaml:2       /v1/pets/[^/]*
`;
const TITLE = 'GET /v1/pets/a.json uses GET /v1/pets/{name}.json, the first of 2 routes that match: ';
const EXAMPLE = '    for example `apigen routes match GET /v1/pets/42 openapi.yaml`\n';

describe('a request', () => {
  const cases = [
    {
      args: ['get', 'http://petstore/v1/pets/a.json?x=1#y'],
      stdout: `${TITLE}the mesh uses the first route that matches, and narrower paths come first\n${BOTH('/v1/pets/[^/]*\\.json')}`,
    },
    {
      args: ['GET', '/v1/pets/a.json', '--target', 'httproute'],
      stdout: `${TITLE}the mesh uses the first rule that matches\n${BOTH('/v1/pets/[^/]*\\.json')}`,
    },
    {
      args: ['GET', '/v1/pets/a.json', '--target', 'httproute', '--mesh', 'istio'],
      stdout: `${TITLE}the mesh prefers the longest expression\n${BOTH('/v1/pets/[^/]*\\.json')}`,
    },
    {
      args: ['GET', '/v1/pets/ä'],
      stdout: `GET /v1/pets/%C3%A4 uses GET /v1/pets/{id}, the only route that matches

METHOD  PATH           TIMEOUT  FROM                 MATCH
GET     /v1/pets/{id}  10s      root openapi.yaml:2  /v1/pets/[^/]*
`,
    },
    {
      args: ['PATCH', '/v1/pets'],
      status: 1,
      stderr: 'error: no route matches "PATCH /v1/pets"\n    use a method of this path: GET, POST\n',
    },
    {
      args: ['GET', '/pets/1'],
      status: 1,
      stderr:
        'error: no route matches "GET /pets/1"\n    set `path.base` to "/" if requests reach the Service without "/v1": "GET /v1/pets/1" has a route\n',
    },
    {
      args: ['GET', '/api/pets/1'],
      status: 1,
      stderr:
        'error: no route matches "GET /api/pets/1"\n    set `path.base` to "/api" if requests reach the Service with it: "GET /v1/pets/1" has a route\n',
    },
    {
      args: ['GET', '/gr%c3%b6%C3%9fe/pets', '--path.base', '/größe'],
      status: 1,
      stderr:
        'error: no route matches "GET /gr%c3%b6%C3%9fe/pets"\n    send percent-encoded characters in upper case: "GET /gr%C3%B6%C3%9Fe/pets" has a route\n',
    },
    {
      args: ['GET', '/healthz', '--target', 'httproute'],
      status: 1,
      stderr:
        'error: no route matches "GET /healthz": the HTTPRoute for what is not described serves it, without a policy\n',
    },
    {
      args: ['GET'],
      status: 2,
      stderr: `error: invalid request "GET": expected a method, and a path that begins with "/" or an address\n${EXAMPLE}`,
    },
    {
      args: ['/v1'],
      status: 2,
      stderr: `error: invalid request "/v1": expected a method, and a path that begins with "/" or an address\n${EXAMPLE}`,
    },
    {
      args: ['G@T', '/v1'],
      status: 2,
      stderr: `error: invalid request "G@T /v1": expected a method, and a path that begins with "/" or an address\n${EXAMPLE}`,
    },
    {
      args: ['GET', '/v1', '--log', 'access.log'],
      status: 2,
      stderr: '--log  error: cannot be combined with a request\n    remove one of them\n',
    },
    {
      args: ['--log', 'nope.log'],
      status: 1,
      stderr: 'error: nope.log: no such file\n    check the path; it is relative to the working directory\n',
    },
  ].map((one) => ({...ends(0, ''), ...one}));

  test.concurrent.each(cases)('$args', async ({args, ...want}) => {
    const run = await runCli(['routes', 'match', '-i', 'openapi.yaml', ...args], {cwd: folder});
    expect(run).toEqual(want);
  });

  test('as JSON, also when no route matches', async () => {
    const line = 'routes match -i openapi.yaml --json --target httproute --mesh cilium';
    const args = line.split(' ');
    const found = await runCli([...args, 'GET', '/v1/pets'], {cwd: folder});
    const missing = await runCli([...args, 'GET', '/x'], {cwd: folder});
    const timeout = {value: 10, from: 'root', file: 'openapi.yaml', line: 2, column: 40};
    expect(JSON.parse(found.stdout)).toEqual({
      request: {method: 'GET', path: '/v1/pets'},
      route: {
        method: 'GET',
        path: '/v1/pets',
        tags: [],
        file: 'openapi.yaml',
        line: 4,
        column: 16,
        settings: {'timeouts.request_timeout': timeout, retryable: {value: false, from: 'default'}},
        problems: [],
        match: {type: 'Exact', value: '/v1/pets'},
      },
      why: 'the only route that matches',
      others: [],
    });
    expect({status: missing.status, ...JSON.parse(missing.stdout)}).toEqual({
      status: 1,
      request: {method: 'GET', path: '/x'},
      route: null,
      why: null,
      others: [],
    });
  });
});

const LOG = `[2016-04-15T20:17:00.310Z] "GET /v1/pets/1 HTTP/2" 200 - 154 0 226 100 "-" "-" "-" "-" "-"
{"method":"GET","uri":"http://petstore/v1/pets/2","total_ns":"12345678"}
10.42.0.63:51160 - - [2022-08-23T20:28:20.071Z] "POST http://petstore/v1/pets HTTP/2.0" 303

GET /healthz
::1 - - [x] "GET /a\u202e\u001b[31m HTTP/1.1" 404 0
GET /healthz
release 2.1
`;

const TRAFFIC = `REQUESTS  5XX/429  METHOD  PATH              P50    P99  TIMEOUT
       2        0  GET     /v1/pets/{id}  12.3ms  226ms      10s
       1        0  POST    /v1/pets            -      -      10s

No route matches 3 of 6 requests:
REQUESTS  REQUEST
       2  GET /healthz
       1  GET /a\\u202e\\u001b[31m

2 routes have no traffic:
METHOD  PATH
GET     /v1/pets
GET     /v1/pets/{name}.json
`;
const UNREAD =
  'warning: line 8 of the log is not a request\n    expected an access log, or lines such as `GET /v1/pets`; JSON needs `method` and `path`, or the fields of Linkerd, nginx, Traefik or Caddy\n';

describe('a log', () => {
  test('from standard input', async () => {
    const run = await runCli(['routes', 'match', '-i', 'openapi.yaml'], {cwd: folder, input: LOG});
    expect(run).toEqual({status: 1, stdout: TRAFFIC, stderr: UNREAD});
  });

  test('from a file, as JSON', async () => {
    writeFileSync(path.join(folder, 'access.log'), LOG);
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--log', 'access.log', '--json'];
    const {stdout, ...run} = await runCli(args, {cwd: folder});
    expect(run).toEqual({status: 1, stderr: UNREAD});
    expect(stdout).not.toMatch(/\p{Cf}/u);
    const timeout = (seconds: number) => ({'timeouts.request_timeout': seconds});
    expect(JSON.parse(stdout)).toEqual({
      requests: 6,
      undescribed: 3,
      unread: 1,
      routes: [
        {method: 'GET', path: '/v1/pets', requests: 0, failed: 0, ...timeout(10)},
        {method: 'GET', path: '/v1/pets/{name}.json', requests: 0, failed: 0, ...timeout(60)},
        {
          method: 'GET',
          path: '/v1/pets/{id}',
          requests: 2,
          failed: 0,
          p50_ms: 12.3,
          p99_ms: 226,
          over_timeout: false,
          ...timeout(10),
        },
        {method: 'POST', path: '/v1/pets', requests: 1, failed: 0, ...timeout(10)},
      ],
      requests_without_route: [
        {request: 'GET /healthz', example: 'GET /healthz', count: 2},
        {request: 'GET /a\u202e\u001b[31m', example: 'GET /a\u202e\u001b[31m', count: 1},
      ],
    });
  });

  test('compressed by gzip, in a file and from standard input', async () => {
    writeFileSync(path.join(folder, 'access.log.gz'), gzipSync(LOG));
    const want = {status: 1, stdout: TRAFFIC, stderr: UNREAD};
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--log', 'access.log.gz'];
    expect(await runCli(args, {cwd: folder})).toEqual(want);
    const piped = 'apigen routes match -i openapi.yaml < access.log.gz';
    expect(await startShell(piped, {cwd: folder})).toEqual(want);
  });

  test('of which only a part was copied', async () => {
    const packed = gzipSync(LOG);
    writeFileSync(path.join(folder, 'part.gz'), packed.subarray(0, packed.length / 2));
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--log', 'part.gz'];
    expect(await runCli(args, {cwd: folder})).toEqual(
      ends(1, 'error: part.gz: cannot be read: unexpected end of file\n    check the file\n'),
    );
  });

  test('of requests that all match', async () => {
    const input = 'GET /v1/pets\nPOST /v1/pets\nGET /v1/pets/1\nGET /v1/pets/a.json';
    const run = await runCli(['routes', 'match', '-i', 'openapi.yaml', '--log', '-'], {cwd: folder, input});
    expect(run).toEqual({
      status: 0,
      stdout: `REQUESTS  METHOD  PATH                  TIMEOUT
       1  GET     /v1/pets                  10s
       1  GET     /v1/pets/{name}.json      60s
       1  GET     /v1/pets/{id}             10s
       1  POST    /v1/pets                  10s
`,
      stderr: '',
    });
  });

  test('without requests', async () => {
    const run = await runCli(['routes', 'match', '-i', 'openapi.yaml'], {cwd: folder, input: '\n'});
    const hint =
      '    expected an access log, or lines such as `GET /v1/pets`; JSON needs `method` and `path`, or the fields of Linkerd, nginx, Traefik or Caddy\n';
    expect(run).toEqual({status: 1, stdout: '', stderr: `error: no requests in the log\n${hint}`});
  });

  test('with routes over their timeout, failures and likely causes of requests without a route', async () => {
    const entry = (path: string, seconds: number, status: number) =>
      `{"request_method":"GET","request_uri":"${path}","request_time":${seconds},"status":"${status}"}\n`;
    const input = [
      ...Array.from({length: 3}, () => entry('/v1/pets', 0.2, 200)),
      entry('/v1/pets/7', 0.1, 200),
      entry('/v1/pets/8', 12, 504),
      ...[1, 2, 3].map((id) => entry(`/v1/pets/${id}/`, 0.1, 404)),
      entry('/V1/pets', 0.1, 404),
      entry('/healthz', 0.1, 404),
    ].join('');
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--ignore', '/healthz'];
    const {stdout, ...run} = await runCli(args, {cwd: folder, input});
    expect(run).toEqual({
      status: 1,
      stderr: `note: no route matches 3 requests such as "GET /v1/pets/1/"
    remove the "/" at the end: "GET /v1/pets/1" has a route
note: no route matches "GET /V1/pets"
    paths are compared by case: "GET /v1/pets" has a route
`,
    });
    expect(
      stdout.split('\n\n').slice(0, 3).join('\n\n'),
    ).toBe(`REQUESTS  5XX/429  METHOD  PATH             P50    P99  TIMEOUT
       2        1  GET     /v1/pets/{id}  100ms  12s !      10s
       3        0  GET     /v1/pets       200ms  200ms      10s

1 route has a P99 over the timeout (!).

No route matches 4 of 9 requests:
REQUESTS  REQUEST
       3  GET /v1/pets/*/
       1  GET /V1/pets`);
  });

  test('that suggests timeouts, as an overlay that mesh takes', async () => {
    const input = [100, 200, 2400].map(
      (duration) => `{"method":"GET","path":"/v1/pets","duration":${duration}}\n`,
    );
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--suggest'];
    const overlay = await runCli(args, {cwd: folder, input: input.join('')});
    expect(overlay).toEqual({
      ...ends(0, ''),
      stdout: `---
overlay: '1.0.0'
info:
  title: Timeouts from a log
  version: '1.0.0'
actions:
  - target: $.paths['/pets'].get
    update:
      x-apigen:
        timeouts:
          request_timeout: 5
`,
    });
    writeFileSync(path.join(folder, 'timeouts.yaml'), overlay.stdout);
    const mesh = await runCli(
      ['mesh', '-i', 'openapi.yaml', '--overlay', 'timeouts.yaml', '--service.name', 'pets'],
      {cwd: folder},
    );
    expect(mesh.stdout).toMatch(/timeout: 5s/);
  });

  test.each([
    {
      args: ['--suggest'],
      want: ends(
        1,
        'error: no timeout to suggest: no request with a duration has a route\n    give a log with durations, such as those of Envoy, Istio, Linkerd, nginx, Traefik or Caddy in JSON\n',
      ),
    },
    {
      args: ['--suggest', '-i', 'other.yaml'],
      want: ends(
        2,
        '--suggest  error: expected one description, since an Overlay is about one\n    name one\n',
      ),
    },
  ])('without what a timeout is suggested from: $args', async ({args, want}) => {
    writeFileSync(path.join(folder, 'other.yaml'), 'openapi: 3.1.0\npaths: {/a: {get: {}}}\n');
    const run = ['routes', 'match', '-i', 'openapi.yaml', ...args];
    expect(await runCli(run, {cwd: folder, input: 'GET /v1/pets\n'})).toEqual(want);
  });

  test('whose description comes from standard input too', async () => {
    const run = await runCli(['routes', 'match', '-i', '-'], {cwd: folder, input: DESCRIPTION});
    expect(run).toEqual(
      ends(
        2,
        'error: standard input cannot be both the description and the log\n    name a file for one of them\n',
      ),
    );
  });

  // 100 MB, and a line of 40 MB without an end, in a heap of 48 MB.
  test('of many requests with as many long paths is read in little memory', async () => {
    const script = `{ awk 'BEGIN { for (i = 0; i < 100000; i++) printf "GET /v1/pets/%0500d\\nGET /%0500d\\n", i, i }'
head -c 40000000 /dev/zero; } | apigen routes match -i openapi.yaml | head -n 5`;
    const run = await startShell(script, {cwd: folder, env: {NODE_OPTIONS: '--max-old-space-size=48'}});
    expect(run.stdout).toBe(`REQUESTS  METHOD  PATH           TIMEOUT
  100000  GET     /v1/pets/{id}      10s

No route matches 100,000 of 200,000 requests:
REQUESTS  REQUEST
`);
    expect(run.stderr).toBe(
      'warning: line 200001 of the log is not a request\n    expected an access log, or lines such as `GET /v1/pets`; JSON needs `method` and `path`, or the fields of Linkerd, nginx, Traefik or Caddy\n',
    );
  });
});
