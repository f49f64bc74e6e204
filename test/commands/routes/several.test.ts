import {mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';

const FILES = {
  'pets.yaml': `openapi: 3.1.0
x-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}}
paths:
  /pets: {get: {}}
  /pets/{id}: {get: {}}
`,
  'orders.yaml': `openapi: 3.1.0
x-apigen: {timeouts: {request_timeout: 5}}
paths:
  /orders: {get: {}, post: {x-apigen: {timeouts: {request_timeout: 60}}}}
`,
  'same.yaml': 'openapi: 3.1.0\npaths: {/v1/pets: {get: {}}}\n',
  'wrong.yaml': 'openapi: 3.1.0\npaths: {pets: {get: {}}}\n',
  'redocly.yaml': `apis: {pets@v1: {root: pets.yaml}, orders: {root: orders.yaml}, events: {root: events.yaml}}
extends: [apigen/recommended]
plugins: ['@apigen/cli/redocly']
decorators: {apigen/service-profile: {retryable: true}}
`,
  'events.yaml': 'asyncapi: 3.0.0\n',
  'requests.txt': 'GET /v1/pets/7\nGET /v1/pets\nGET /orders\nGET /orders\nGET /api/orders\n',
};

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-several-')));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
});
afterAll(() => rmSync(folder, {recursive: true}));

const run = (args: string) => startCli(['routes', ...args.split(' ')], {cwd: folder});

const SKIPPED = 'apigen: events: skipped: not an OpenAPI description but `asyncapi`\n';

describe('several APIs', () => {
  test.concurrent.each([
    {
      args: '--config redocly.yaml',
      stdout: `API      METHOD  PATH           REQUEST_TIMEOUT  FROM                     RETRYABLE  FROM
pets@v1  GET     /v1/pets       10s              root pets.yaml:2         true       flag redocly.yaml:4
pets@v1  GET     /v1/pets/{id}  10s              root pets.yaml:2         true       flag redocly.yaml:4
orders   GET     /orders        5s               root orders.yaml:2       true       flag redocly.yaml:4
orders   POST    /orders        60s              operation orders.yaml:4  true       flag redocly.yaml:4
`,
      stderr: SKIPPED,
    },
    {
      args: 'orders',
      stdout: `METHOD  PATH     REQUEST_TIMEOUT  FROM                     RETRYABLE  FROM
GET     /orders  5s               root orders.yaml:2       true       flag redocly.yaml:4
POST    /orders  60s              operation orders.yaml:4  true       flag redocly.yaml:4
`,
    },
    {
      args: '-i pets.yaml -i orders.yaml --csv --changed',
      stdout: [
        'api,method,path,tags,place,timeouts.request_timeout,timeouts.request_timeout from,retryable,retryable from,problems',
        'orders.yaml,POST,/orders,,orders.yaml:4,60s,operation orders.yaml:4,false,default,',
        '',
      ].join('\r\n'),
    },
    {
      args: '-i pets.yaml -i orders.yaml --merge --method get',
      stdout: `METHOD  PATH           REQUEST_TIMEOUT  FROM
GET     /orders        5s               root orders.yaml:2
GET     /v1/pets       10s              root pets.yaml:2
GET     /v1/pets/{id}  10s              root pets.yaml:2
`,
    },
    {
      args: '-i *.yaml',
      status: 1,
      stderr:
        'events.yaml:1:1  not an OpenAPI description: `openapi` or `swagger` is missing at the root\n    begin it with `openapi: 3.1.0`\nredocly.yaml:1:1  not an OpenAPI description: `openapi` or `swagger` is missing at the root\n    begin it with `openapi: 3.1.0`\nwrong.yaml:2:9  invalid path "pets": expected a "/" at the beginning\n    write "/pets"\n',
    },
    {
      args: '-i pets.yaml -i same.yaml --merge',
      status: 1,
      stderr:
        'pets.yaml:4:11  "GET /v1/pets" is in same.yaml too\n    remove it, set `path.base`, or set `disabled: true` in one of the descriptions\nsame.yaml:2:20  "GET /v1/pets" is in pets.yaml too\n    remove it, set `path.base`, or set `disabled: true` in one of the descriptions\n',
    },
    {
      args: '-i pets.yaml -i wrong.yaml',
      status: 1,
      stderr: `wrong.yaml:2:9  invalid path "pets": expected a "/" at the beginning
    write "/pets"
`,
    },
    {
      args: '--config redocly.yaml --strict --retryable -i pets.yaml',
      status: 2,
      stderr: 'unknown flag "--strict"\n    `apigen routes --help` lists all flags\n',
    },
    {
      args: 'toys',
      status: 2,
      stderr: `unknown API "toys": neither in redocly.yaml nor a file
    APIs in it: pets@v1, orders, events
`,
    },
    {
      args: 'match GET /toys --api toys',
      status: 2,
      stderr: `unknown API "toys": neither in redocly.yaml nor a file
    APIs in it: pets@v1, orders, events
`,
    },
    {
      args: 'match GET /orders --api orders -i pets.yaml',
      status: 2,
      stderr: '--api  cannot be combined with --in\n    `apigen routes match --help` lists all flags\n',
    },
    {
      args: 'orders -i pets.yaml',
      status: 2,
      stderr: `unexpected argument "orders": the name of an API cannot be combined with --in
    remove it, or quote a value that contains spaces
`,
    },
    {
      args: '-i pets.yaml --merge',
      status: 2,
      stderr: '--merge  needs several descriptions\n    name each with `-i`, or quote a glob pattern\n',
    },
    {
      args: 'match GET /v1/pets/7?a=b --config redocly.yaml',
      stdout: `pets@v1: GET /v1/pets/7 uses GET /v1/pets/{id}, the only route that matches

METHOD  PATH           REQUEST_TIMEOUT  FROM              RETRYABLE  FROM                 MATCH
GET     /v1/pets/{id}  10s              root pets.yaml:2  true       flag redocly.yaml:4  /v1/pets/[^/]*
`,
      stderr: SKIPPED,
    },
    {
      args: 'match GET /v1/pets/7 -i pets.yaml -i orders.yaml --merge',
      stdout: `GET /v1/pets/7 uses GET /v1/pets/{id}, the only route that matches

METHOD  PATH           REQUEST_TIMEOUT  FROM              MATCH
GET     /v1/pets/{id}  10s              root pets.yaml:2  /v1/pets/[^/]*
`,
    },
    {
      args: 'match GET /v1/pets --api orders',
      status: 1,
      stderr: `no route matches "GET /v1/pets"
`,
    },
    {
      args: 'match GET /pets -i orders.yaml -i pets.yaml',
      status: 1,
      stderr:
        'no route matches "GET /pets"\n    add the prefix "/v1" (`path.base`): "GET /v1/pets"; or set `path.base` to "/" if requests reach the Service without "/v1"\n',
    },
    {
      args: 'match --config redocly.yaml --log requests.txt',
      status: 1,
      stdout: `REQUESTS  API      METHOD  PATH           REQUEST_TIMEOUT
       2  orders   GET     /orders                     5s
       1  pets@v1  GET     /v1/pets                   10s
       1  pets@v1  GET     /v1/pets/{id}              10s

No route matches 1 of 5 requests:
REQUESTS  REQUEST
       1  GET /api/orders

1 route has no traffic:
API     METHOD  PATH
orders  POST    /orders
`,
      stderr:
        `${SKIPPED}` +
        'note: no route matches "GET /api/orders"\n    set `path.base` to "/api" if requests reach the Service with it: "GET /orders" has a route\n',
    },
  ])('$args', async ({args, ...want}) => {
    expect(await run(args)).toEqual({status: 0, stdout: '', stderr: '', ...want});
  });

  test('a request as JSON', async () => {
    const {stdout, ...others} = await run('match GET /orders -i pets.yaml -i orders.yaml --json');
    expect(others).toEqual({status: 0, stderr: ''});
    expect(JSON.parse(stdout)).toEqual({
      request: {method: 'GET', path: '/orders'},
      apis: [
        {api: 'pets.yaml', route: null, why: null, others: []},
        {
          api: 'orders.yaml',
          route: expect.objectContaining({method: 'GET', path: '/orders', file: 'orders.yaml', line: 4}),
          why: 'the only route that matches',
          others: [],
        },
      ],
    });
  });

  test('a log as JSON', async () => {
    const {stdout, status} = await run('match --api pets@v1 --api orders --log requests.txt --json');
    const timeout = (seconds: number) => ({'timeouts.request_timeout': seconds});
    expect({status, ...JSON.parse(stdout)}).toEqual({
      status: 1,
      requests: 5,
      undescribed: 1,
      unread: 0,
      routes: [
        {api: 'pets@v1', method: 'GET', path: '/v1/pets', requests: 1, ...timeout(10)},
        {api: 'pets@v1', method: 'GET', path: '/v1/pets/{id}', requests: 1, ...timeout(10)},
        {api: 'orders', method: 'GET', path: '/orders', requests: 2, ...timeout(5)},
        {api: 'orders', method: 'POST', path: '/orders', requests: 0, ...timeout(60)},
      ],
      requests_without_route: [{request: 'GET /api/orders', count: 1}],
    });
  });

  test('routes as JSON', async () => {
    const {stdout} = await run('-i pets.yaml -i orders.yaml --json --method post');
    expect(JSON.parse(stdout)).toEqual({
      routes: [expect.objectContaining({api: 'orders.yaml', method: 'POST', path: '/orders'})],
    });
  });
});
