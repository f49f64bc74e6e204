import {beforeAll, describe, expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

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
  folder = folderWith(FILES);
});

const run = (args: string) => runCli(['routes', ...args.split(' ')], {cwd: folder});

const SKIPPED = 'apigen: events: skipped: not an OpenAPI description but `asyncapi`\n';

describe('several APIs', () => {
  test.concurrent.each([
    {
      args: '--config redocly.yaml',
      stdout: `API      METHOD  PATH           TIMEOUT  RETRY  FROM
pets@v1  GET     /v1/pets       10s      true   timeout root pets.yaml:2, retry flag redocly.yaml:4
pets@v1  GET     /v1/pets/{id}  10s      true   timeout root pets.yaml:2, retry flag redocly.yaml:4
orders   GET     /orders        5s       true   timeout root orders.yaml:2, retry flag redocly.yaml:4
orders   POST    /orders        60s      true   timeout operation orders.yaml:4, retry flag redocly.yaml:4
`,
      stderr: SKIPPED,
    },
    {
      args: '--config redocly.yaml orders',
      stdout: `METHOD  PATH     TIMEOUT  RETRY  FROM
GET     /orders  5s       true   timeout root orders.yaml:2, retry flag redocly.yaml:4
POST    /orders  60s      true   timeout operation orders.yaml:4, retry flag redocly.yaml:4
`,
    },
    {
      args: 'pets.yaml -i orders.yaml --csv --changed',
      stdout: [
        'api,method,path,tags,place,timeouts.request_timeout,timeouts.request_timeout from,retryable,retryable from,problems',
        'orders.yaml,POST,/orders,,orders.yaml:4,60s,operation orders.yaml:4,false,default,',
        '',
      ].join('\r\n'),
    },
    {
      args: '-i pets.yaml -i orders.yaml --merge --method get',
      stdout: `METHOD  PATH           TIMEOUT  FROM
GET     /orders        5s       root orders.yaml:2
GET     /v1/pets       10s      root pets.yaml:2
GET     /v1/pets/{id}  10s      root pets.yaml:2
`,
    },
    {
      args: '-i pets.yaml -i wrong.yaml',
      status: 1,
      stderr: `wrong.yaml:2:9  error: invalid path "pets": expected a "/" at the beginning
    write "/pets"
`,
    },
    {
      args: 'match GET /orders openapi',
      status: 2,
      stderr:
        'error: no file "openapi"\n    for an API of redocly.yaml, use `apigen routes match GET /orders --config redocly.yaml openapi`\n',
    },
    {
      args: 'match GET /v1/pets/7?a=b --config redocly.yaml',
      stdout: `pets@v1: GET /v1/pets/7 uses GET /v1/pets/{id}, the only route that matches

METHOD  PATH           TIMEOUT  RETRY  FROM                                                 MATCH
GET     /v1/pets/{id}  10s      true   timeout root pets.yaml:2, retry flag redocly.yaml:4  /v1/pets/[^/]*
`,
      stderr: SKIPPED,
    },
    {
      args: 'match GET /v1/pets/7 pets.yaml orders.yaml --merge',
      stdout: `GET /v1/pets/7 uses GET /v1/pets/{id}, the only route that matches

METHOD  PATH           TIMEOUT  FROM              MATCH
GET     /v1/pets/{id}  10s      root pets.yaml:2  /v1/pets/[^/]*
`,
    },
    {
      args: 'match --config redocly.yaml --log requests.txt',
      status: 1,
      stdout: `REQUESTS  API      METHOD  PATH           TIMEOUT
       2  orders   GET     /orders             5s
       1  pets@v1  GET     /v1/pets           10s
       1  pets@v1  GET     /v1/pets/{id}      10s

No route matches 1 of 5 requests:
REQUESTS  REQUEST
       1  GET /api/orders

1 route has no traffic:
API     METHOD  PATH
orders  POST    /orders
`,
      // Two requests would lose their route with the prefix "/api", and one would have one.
      stderr: SKIPPED,
    },
  ])('$args', async ({args, ...want}) => {
    expect(await run(args)).toEqual({...ends(0, ''), ...want});
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

  test('routes as JSON', async () => {
    const {stdout} = await run('-i pets.yaml -i orders.yaml --json --method post');
    expect(JSON.parse(stdout)).toEqual({
      routes: [expect.objectContaining({api: 'orders.yaml', method: 'POST', path: '/orders'})],
    });
  });
});
