import {mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {startCli, startShell} from '../../start-cli.ts';

const DESCRIPTION = `openapi: 3.1.0
x-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}}
paths:
  /pets: {get: {}, post: {}}
  /pets/{id}: {get: {}}
  /pets/{name}.json: {get: {x-apigen: {timeouts: {request_timeout: 60}}}}
`;

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-match-')));
  writeFileSync(path.join(folder, 'openapi.yaml'), DESCRIPTION);
  writeFileSync(path.join(folder, 'wrong.yaml'), DESCRIPTION.replace('60', 'soon'));
});
afterAll(() => rmSync(folder, {recursive: true}));

const BOTH = (expression: string) => `
METHOD  PATH                  REQUEST_TIMEOUT  FROM                      MATCH
GET     /v1/pets/{name}.json  60s              operation openapi.yaml:6  ${expression}
GET     /v1/pets/{id}         10s              root openapi.yaml:2       /v1/pets/[^/]*
`;
const TITLE = 'GET /v1/pets/a.json uses GET /v1/pets/{name}.json, the first of 2 routes that match: ';
const EXAMPLE = '    for example `apigen routes match GET /v1/pets/42 -i openapi.yaml`\n';

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

METHOD  PATH           REQUEST_TIMEOUT  FROM                 MATCH
GET     /v1/pets/{id}  10s              root openapi.yaml:2  /v1/pets/[^/]*
`,
    },
    {
      args: ['PATCH', '/v1/pets'],
      status: 1,
      stderr: 'no route matches "PATCH /v1/pets"\n    use a method of this path: GET, POST\n',
    },
    {
      args: ['GET', '/pets/1'],
      status: 1,
      stderr:
        'no route matches "GET /pets/1"\n    add the prefix "/v1" (`path.base`): "GET /v1/pets/1"; or set `path.base` to "/" if requests reach the Service without "/v1"\n',
    },
    {
      args: ['GET', '/api/pets/1'],
      status: 1,
      stderr:
        'no route matches "GET /api/pets/1"\n    set `path.base` to "/api" if requests reach the Service with it: "GET /v1/pets/1" has a route\n',
    },
    {
      args: ['GET', '/api/v1/pets/1', '--path.base', '/'],
      status: 1,
      stderr:
        'no route matches "GET /api/v1/pets/1"\n    set `path.base` to "/api/v1" if requests reach the Service with it: "GET /pets/1" has a route\n',
    },
    {
      args: ['GET', '/pets/1', '--path.base', '/größe'],
      status: 1,
      stderr:
        'no route matches "GET /pets/1"\n    add the prefix "/größe" (`path.base`): "GET /gr%C3%B6%C3%9Fe/pets/1"; or set `path.base` to "/" if requests reach the Service without "/größe"\n',
    },
    {
      args: ['GET', '/pets/1', '--path.base', 'v2/'],
      status: 1,
      stderr:
        'no route matches "GET /pets/1"\n    add the prefix "/v2" (`path.base`): "GET /v2/pets/1"; or set `path.base` to "/" if requests reach the Service without "/v2"\n',
    },
    {
      args: ['GET', '/gr%c3%b6%C3%9fe/pets', '--path.base', '/größe'],
      status: 1,
      stderr:
        'no route matches "GET /gr%c3%b6%C3%9fe/pets"\n    send percent-encoded characters in upper case: "GET /gr%C3%B6%C3%9Fe/pets" has a route\n',
    },
    {args: ['GET', '//v1/pets'], status: 1, stderr: 'no route matches "GET //v1/pets"\n'},
    {args: ['GET', '/healthz'], status: 1, stderr: 'no route matches "GET /healthz"\n'},
    {args: ['GET', '/%zz/ä'], status: 1, stderr: 'no route matches "GET /%zz/%C3%A4"\n'},
    {
      args: ['GET', '/healthz', '--target', 'httproute'],
      status: 1,
      stderr:
        'no route matches "GET /healthz": the HTTPRoute for what is not described serves it, without a policy\n',
    },
    {
      args: ['GET', '/healthz', '--target', 'httproute', '--only-described'],
      status: 1,
      stderr: 'no route matches "GET /healthz"\n',
    },
    {args: ['GET'], status: 2, stderr: `the path of the request is missing after "GET"\n${EXAMPLE}`},
    {
      args: ['G@T', '/v1'],
      status: 2,
      stderr: `invalid method "G@T": expected the name of an HTTP method\n${EXAMPLE}`,
    },
    {
      args: ['GET', 'v1'],
      status: 2,
      stderr: `invalid path "v1": expected a path that begins with "/", or an address\n${EXAMPLE}`,
    },
    {
      args: ['GET', '/v1', '--log', 'access.log'],
      status: 2,
      stderr: '--log  cannot be combined with a request\n    remove one of them\n',
    },
    {args: ['--log', ''], status: 2, stderr: '--log  the log has no name\n    name it with `--log <file>`\n'},
    {
      args: ['--log', 'nope.log'],
      status: 1,
      stderr: 'nope.log: no such file\n    check the path; it is relative to the working directory\n',
    },
    {
      args: ['--log', '.'],
      status: 1,
      stderr: '.: is a directory\n    name the file in it\n',
    },
    {
      args: ['GET', '/v1', '/v2'],
      status: 2,
      stderr: 'unexpected argument: /v2\n    `apigen routes match --help` lists all flags\n',
    },
  ].map((one) => ({status: 0, stdout: '', stderr: '', ...one}));

  test.concurrent.each(cases)('$args', async ({args, ...want}) => {
    const run = await startCli(['routes', 'match', '-i', 'openapi.yaml', ...args], {cwd: folder});
    expect(run).toEqual(want);
  });

  test('as JSON, also when no route matches', async () => {
    const args = [
      'routes',
      'match',
      '-i',
      'openapi.yaml',
      '--json',
      '--target',
      'httproute',
      '--mesh',
      'cilium',
    ];
    const found = await startCli([...args, 'GET', '/v1/pets'], {cwd: folder});
    const missing = await startCli([...args, 'GET', '/x'], {cwd: folder});
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

  test('a description with an error matches nothing', async () => {
    const run = await startCli(['routes', 'match', '-i', 'wrong.yaml', 'GET', '/v1/pets'], {cwd: folder});
    expect(run).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'wrong.yaml:6:68  invalid `timeouts.request_timeout` "soon": expected an integer from 0 to 4294967295 (seconds)\n    for example `timeouts: {request_timeout: 10}`\n',
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

const TRAFFIC = `REQUESTS  METHOD  PATH              P50    P99  REQUEST_TIMEOUT
       2  GET     /v1/pets/{id}  12.3ms  226ms              10s
       1  POST    /v1/pets            -      -              10s

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
  'warning: line 8 of the log is not a request\n    expected an access log, or lines such as `GET /v1/pets`\n';

describe('a log', () => {
  test('from standard input', async () => {
    const run = await startCli(['routes', 'match', '-i', 'openapi.yaml'], {cwd: folder, input: LOG});
    expect(run).toEqual({status: 1, stdout: TRAFFIC, stderr: UNREAD});
  });

  test('from a file, as JSON', async () => {
    writeFileSync(path.join(folder, 'access.log'), LOG);
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--log', 'access.log', '--json'];
    const {stdout, ...run} = await startCli(args, {cwd: folder});
    expect(run).toEqual({status: 1, stderr: UNREAD});
    expect(stdout).not.toMatch(/\p{Cf}/u);
    const timeout = (seconds: number) => ({'timeouts.request_timeout': seconds});
    expect(JSON.parse(stdout)).toEqual({
      requests: 6,
      undescribed: 3,
      unread: 1,
      routes: [
        {method: 'GET', path: '/v1/pets', requests: 0, ...timeout(10)},
        {method: 'GET', path: '/v1/pets/{name}.json', requests: 0, ...timeout(60)},
        {method: 'GET', path: '/v1/pets/{id}', requests: 2, p50_ms: 12.3, p99_ms: 226, ...timeout(10)},
        {method: 'POST', path: '/v1/pets', requests: 1, ...timeout(10)},
      ],
      requests_without_route: [
        {request: 'GET /healthz', count: 2},
        {request: 'GET /a\u202e\u001b[31m', count: 1},
      ],
    });
  });

  test('compressed by gzip, in a file and from standard input', async () => {
    writeFileSync(path.join(folder, 'access.log.gz'), gzipSync(LOG));
    const run = 'apigen routes match -i openapi.yaml';
    const file = await startShell(`${run} --log access.log.gz`, {cwd: folder});
    const piped = await startShell(`${run} < access.log.gz`, {cwd: folder});
    const want = {status: 1, stdout: TRAFFIC, stderr: UNREAD};
    expect({file, piped}).toEqual({file: want, piped: want});
  });

  test('of which only a part was copied', async () => {
    const packed = gzipSync(LOG);
    writeFileSync(path.join(folder, 'part.gz'), packed.subarray(0, packed.length / 2));
    writeFileSync(path.join(folder, 'damaged.gz'), packed.fill(255, 12, 40));
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--log'];
    const [part, damaged] = await Promise.all(
      ['part.gz', 'damaged.gz'].map((log) => startCli([...args, log], {cwd: folder})),
    );
    expect({part, damaged}).toEqual({
      part: {
        status: 1,
        stdout: '',
        stderr: 'part.gz: the gzip file is not complete\n    copy it again\n',
      },
      damaged: {
        status: 1,
        stdout: '',
        stderr: 'damaged.gz: the gzip file is damaged\n    copy it again\n',
      },
    });
  });

  test('that unpacks to many times its size', async () => {
    writeFileSync(path.join(folder, 'bomb.gz'), gzipSync(Buffer.alloc((100 << 20) + 1, 'a')));
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--log', 'bomb.gz'];
    expect(await startCli(args, {cwd: folder})).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'bomb.gz: unpacks to more than 100 MiB and 250 times its size\n    if it is a log, unpack it: `zcat <file> | apigen routes match -i openapi.yaml`\n',
    });
  });

  test('with lines of JSON that are too long', async () => {
    const long = JSON.stringify({method: 'GET', path: '/v1/pets', agent: 'a'.repeat(65_536)});
    const input = `#\n${long}\nGET /v1/pets\n${long}\n`;
    const {status, stderr} = await startCli(['routes', 'match', '-i', 'openapi.yaml'], {cwd: folder, input});
    expect({status, stderr}).toEqual({
      status: 0,
      stderr:
        'warning: 3 lines of the log are not requests, line 1 is the first\n    shorten line 2: only the first 65536 characters of a line are read\n',
    });
  });

  test('of requests that all match', async () => {
    const input = 'GET /v1/pets\nPOST /v1/pets\nGET /v1/pets/1\nGET /v1/pets/a.json';
    const run = await startCli(['routes', 'match', '-i', 'openapi.yaml', '--log', '-'], {cwd: folder, input});
    expect(run).toEqual({
      status: 0,
      stdout: `REQUESTS  METHOD  PATH                  REQUEST_TIMEOUT
       1  GET     /v1/pets                          10s
       1  GET     /v1/pets/{name}.json              60s
       1  GET     /v1/pets/{id}                     10s
       1  POST    /v1/pets                          10s
`,
      stderr: '',
    });
  });

  test.each([
    {
      name: 'without the prefix of the description',
      request: 'GET /pets/7',
      hint: 'set `path.base` to "/" if requests reach the Service without "/v1": "GET /v1/pets/7" has a route',
    },
    {
      name: 'with more than the prefix of the description',
      request: 'GET /api/v1/pets/7',
      hint: 'set `path.base` to "/api/v1" if requests reach the Service with it: "GET /v1/pets/7" has a route',
    },
    {
      name: 'with a prefix that the description does not have',
      request: 'GET /v1/pets/7',
      base: '/',
      hint: 'set `path.base` to "/v1" if requests reach the Service with it: "GET /pets/7" has a route',
    },
  ])('of requests $name', async ({request, base = '/v1', hint}) => {
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--path.base', base];
    const {stderr} = await startCli(args, {cwd: folder, input: request});
    expect(stderr).toBe(`note: no route matches "${request}"\n    ${hint}\n`);
  });

  test('of requests with another prefix, and more of a probe', async () => {
    const args = ['routes', 'match', '-i', 'openapi.yaml'];
    const {stderr} = await startCli(args, {cwd: folder, input: 'GET /pets\nGET /healthz\nGET /healthz\n'});
    expect(stderr).toBe(
      'note: no route matches "GET /pets"\n    set `path.base` to "/" if requests reach the Service without "/v1": "GET /v1/pets" has a route\n',
    );
  });

  test('whose requests take no time, or less than a millisecond', async () => {
    const entry = (uri: string, total: number) => `{"method":"GET","uri":"${uri}","total_ns":"${total}"}\n`;
    const input = [0, 0, 123_456, 9_500_400_000].map((total) => entry('/v1/pets', total)).join('');
    const zero = '{"method":"GET","path":"/v1/pets/7","duration":0}\n';
    const run = await startShell('apigen routes match -i openapi.yaml | head -n 4', {
      cwd: folder,
      input: input + zero + entry('/v1/pets/a.json', 123_456),
    });
    expect(run.stdout).toBe(`REQUESTS  METHOD  PATH                      P50      P99  REQUEST_TIMEOUT
       4  GET     /v1/pets                  0ms     9.5s              10s
       1  GET     /v1/pets/{name}.json  0.123ms  0.123ms              60s
       1  GET     /v1/pets/{id}             0ms      0ms              10s
`);
  });

  test.each([
    {format: 'bzip2', start: 'BZh91AY', program: 'bzcat'},
    {format: 'xz', start: '\u00fd7zXZ\0\0', program: 'xzcat'},
    {format: 'Zstandard', start: '(\u00b5/\u00fd\u0004', program: 'zstdcat'},
    {format: 'zip', start: 'PK\u0003\u0004\u0014', program: 'unzip -p'},
  ])('compressed by $format', async ({format, start, program}) => {
    writeFileSync(path.join(folder, format), start, 'latin1');
    const args = ['routes', 'match', '-i', 'openapi.yaml', '--log', format];
    expect(await startCli(args, {cwd: folder})).toEqual({
      status: 1,
      stdout: '',
      stderr: `${format}: compressed by ${format}: expected text or gzip\n    unpack it: \`${program} <file> | apigen routes match -i openapi.yaml\`\n`,
    });
  });

  test('with several lines that are not requests', async () => {
    const args = ['routes', 'match', '-i', 'openapi.yaml'];
    const {stderr} = await startCli(args, {cwd: folder, input: '\nGET /v1/pets\n\n#\n-\n'});
    expect(stderr).toBe(
      'warning: 2 lines of the log are not requests, line 4 is the first\n    expected an access log, or lines such as `GET /v1/pets`\n',
    );
  });

  test('without requests', async () => {
    const run = await startCli(['routes', 'match', '-i', 'openapi.yaml'], {cwd: folder, input: '\n'});
    const hint = '    expected an access log, or lines such as `GET /v1/pets`\n';
    expect(run).toEqual({status: 1, stdout: '', stderr: `no requests in the log\n${hint}`});
  });

  test('whose description comes from standard input too', async () => {
    const run = await startCli(['routes', 'match', '-i', '-'], {cwd: folder, input: DESCRIPTION});
    expect(run).toEqual({
      status: 2,
      stdout: '',
      stderr: 'standard input cannot be both the description and the log\n    name a file for one of them\n',
    });
  });

  // 120 MB, and a line of 40 MB without an end, in a heap of 48 MB.
  test('of a million requests with as many paths is read in little memory', async () => {
    const script = `{ awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "10.0.0.1 - - [x] \\"GET /v1/pets/%d HTTP/1.1\\" 200 1 \\"https://example.com/%s\\"\\nGET /%d\\n", i, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", i }'
head -c 40000000 /dev/zero; } | apigen routes match -i openapi.yaml | head -n 5`;
    const run = await startShell(script, {cwd: folder, env: {NODE_OPTIONS: '--max-old-space-size=48'}});
    expect(run.stdout).toBe(`REQUESTS  METHOD  PATH           REQUEST_TIMEOUT
 1000000  GET     /v1/pets/{id}              10s

No route matches 1000000 of 2000000 requests:
REQUESTS  REQUEST
`);
    expect(run.stderr).toBe(
      'warning: line 2000001 of the log is not a request\n    shorten line 2000001: only the first 65536 characters of a line are read\n',
    );
  }, 180_000);
});
