import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {beforeAll, expect, test} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const DESCRIPTION = `openapi: 3.1.0
x-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}}
paths:
  /pets: {get: {}, post: {}}
  /pets/{id}: {get: {}}
  /pets/{name}.json: {get: {x-apigen: {timeouts: {request_timeout: 60}}}}
`;

const LOG = `[2016-04-15T20:17:00.310Z] "GET /v1/pets/1 HTTP/2" 200 - 154 0 226 100 "-" "-" "-" "-" "-"
{"method":"GET","uri":"http://petstore/v1/pets/2","total_ns":"12345678"}
10.42.0.63:51160 - - [2022-08-23T20:28:20.071Z] "POST http://petstore/v1/pets HTTP/2.0" 303

GET /healthz
::1 - - [x] "GET /a\u202e\u001b[31m HTTP/1.1" 404 0
GET /healthz
release 2.1
`;

/** Entries of a log of nginx: path, seconds and status. */
const entries = (...requests: [path: string, seconds: number, status: number][]) =>
  requests
    .map(
      ([path, seconds, status]) =>
        `{"request_method":"GET","request_uri":"${path}","request_time":${seconds},"status":"${status}"}\n`,
    )
    .join('');

const folder = folderWith({
  'grpc-gateway.yaml': `swagger: '2.0'
paths:
  /v1/{name}: {get: {parameters: [{name: name, in: path, type: string, pattern: '^shelves/[^/]+$'}]}}
  /v1/{book}: {get: {parameters: [{name: book, in: path, type: string, pattern: '^shelves/[^/]+/books/[^/]+$'}]}}
`,
  'openapi.yaml': DESCRIPTION,
  'schemas.yaml': `openapi: 3.1.0
x-apigen: {path: {parameters: schema}}
paths:
  /v1/{name}:
    x-apigen: {path: {parameters: any}}
    get: {parameters: [{name: name, in: path, schema: {type: string, pattern: '^shelves/[^/]+(/books/[^/]+)?$'}}]}
  /files/{p}:
    x-apigen: {path: {parameters: any}}
    get: {parameters: [{name: p, in: path, schema: {type: string, format: path}}]}
  /u/{id}: {get: {parameters: [{name: id, in: path, schema: {type: string, pattern: '^[0-9]+$'}}]}, put: {}}
  /u/{id}/{kind}:
    get:
      parameters:
        - {name: id, in: path, schema: {type: integer}}
        - {name: kind, in: path, schema: {enum: [a, b]}}
  /f/{id}: {get: {parameters: [{name: id, in: path, schema: {type: string, format: uuid}}]}}
  /n/{id:[0-9]+}: {get: {}}
  /open/{p}: {get: {parameters: [{name: p, in: path, schema: {type: string, pattern: '^.+$'}}]}}
`,
  'schemas.log': 'GET /u/a\nGET /u/b\nGET /v1/shelves/1/books/2\nGET /open/a/b\n',
  'escapes.yaml': `openapi: 3.1.0
paths:
  /x%5by: {get: {}}
  /y%c3%a4/{id}: {get: {}}
  /z%3Ay: {get: {}}
  /a/{b}/{c}/{d}: {get: {}}
`,
  'other.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {}}}\n',
  'durations.yaml':
    'openapi: 3.1.0\npaths: {/a: {get: {x-apigen: {timeouts: {request: 250ms}}}, put: {x-apigen: {timeouts: {request: 0s}}}}}\n',
  'quick.log':
    '{"method":"GET","path":"/a","duration":300,"response_flags":"-"}\n{"method":"PUT","path":"/a","duration":200,"response_flags":"-"}\n',
  'servers.yaml': `openapi: 3.1.0
servers: [{url: https://pets.example/v1}, {url: https://pets.example/v2}]
x-apigen: {path: {from_servers: true}}
paths:
  /pets: {get: {}}
  /pets/{id}: {get: {}, put: {servers: [{url: /}]}}
`,
  'servers.log': entries(['/v1/pets', 0.2, 200], ['/v2/pets', 3, 200], ['/api/pets/1', 1, 404]),
  'files.yaml':
    'openapi: 3.1.0\npaths: {/: {get: {}}, "/docs/{page}": {get: {}}, "/files/{file_path}": {get: {}}, "/{org}/{repo}": {get: {}}}\n',
  'frameworks.yaml': `openapi: 3.1.0
paths:
  /api/v1/pets/{id}: {get: {}}
  /api/v1/pets/{splat}/end: {get: {}}
  /v1/items/{id}: {get: {}}
  /v1/items/{id}:cancel: {post: {}}
  /users/{id}?: {get: {}}
  /{full_path}: {get: {}}
`,
  'one-segment.yaml': `openapi: 3.1.0
paths:
  /hono/{id}{[0-9]+}: {get: {}}
  /users/{id}?: {get: {parameters: [{name: id, in: path, schema: {type: string}}]}}
  /opt/{id?}: {get: {}}
  /asp/{id:int}: {get: {}}
  /integer/{id}: {get: {parameters: [{name: id, in: path, schema: {type: integer}}]}}
  /number/{id}: {get: {parameters: [{name: id, in: path, schema: {type: number}}]}}
  /enum/{id}: {get: {parameters: [{name: id, in: path, schema: {enum: [a, b]}}]}}
  /uuid/{id}: {get: {parameters: [{name: id, in: path, schema: {format: uuid}}]}}
  /closed/{id}: {get: {parameters: [{name: id, in: path, schema: {pattern: '^[0-9]+$'}}]}}
  /slash/{file_path}: {get: {parameters: [{name: file_path, in: path, schema: {pattern: '^[^/]+$'}}]}}
  /exact/{$}: {get: {}}
`,
  'several-segments.yaml': `openapi: 3.1.0
paths:
  /open/{id}: {get: {parameters: [{name: id, in: path, schema: {pattern: '[0-9]+'}}]}}
  /any/{id}: {get: {parameters: [{name: id, in: path, schema: {pattern: '^.+$'}}]}}
  /other/{id}: {get: {parameters: [{name: id, in: path, schema: {pattern: '^[^.]+$'}}]}}
`,
  'segments.log': 'hono users opt asp integer number enum uuid closed slash open any other'.replaceAll(
    /\w+ ?/g,
    (name) => `GET /${name.trim()}/7/orders\n`,
  ),
  'frameworks.log':
    'GET /api/v1/pets/a/mid/end\nPOST /v1/items/7%3Acancel\nGET /users\nGET /users/7\nGET /app/settings/me\nGET /app/x/y\n',
  'files.log': 'GET /files/docs/a\nGET /files/a/b/c\nGET /files/a\nGET /docs/a\nGET /api/v1/docs/a\n',
  'orders.yaml': 'openapi: 3.1.0\npaths: {"/api/Orders/{id}": {get: {}}, /api/pets: {get: {}, put: {}}}\n',
  'orders.log':
    'GET /api/orders/7\nGET /api/orders/8\nGET /API/ORDERS/9\nGET /api/Orders/9\nPUT /Api/Pets\nGET /api/order/1\n',
  'disabled.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {}, put: {x-apigen: {disabled: true}}}}\n',
  'access.log': LOG,
  'special.yaml': 'openapi: 3.1.0\npaths: {"/%7Eme%2C{x}/": {get: {}}}\n',
  'folded.log': 'GET /v1/x/../pets\nGET /v1/%70ets\nGET /v1/pets/./1\n',
  'hosts.log': `{"request":{"method":"GET","host":"other.example.net:8443","uri":"/v1/pets"},"duration":12,"status":200}
{"RequestMethod":"GET","RequestPath":"/v1/pets","RequestHost":"A.example.org","Duration":1000000,"DownstreamStatus":200}
{"httpRequest":{"requestMethod":"GET","requestUrl":"https://inv.example.com/v1/pets","latency":"0.2s","status":200}}
{"method":"GET","path":"/v1/pets",":authority":"-","duration":3}
GET https://other.example.net/v1/pets
`,
  'all.log': 'GET /v1/pets\nPOST /v1/pets\nGET /v1/pets/1\nGET /v1/pets/a.json',
  'empty.log': '\n',
  'slow.log': entries(
    ['/v1/pets', 0.2, 200],
    ['/v1/pets', 0.2, 499],
    ['/v1/pets', 0.2, 429],
    ['/v1/pets/7', 0.1, 200],
    ['/v1/pets/8', 12, 504],
    ['/v1/pets/1/', 0.1, 404],
    ['/v1/pets/2/', 0.1, 404],
    ['/v1/pets/3/', 0.1, 404],
    ['/V1/pets', 0.1, 404],
    ['/healthz', 0.1, 404],
  ),
  // What was cut, what was slow, and what came in time.
  'cut.log': entries(
    ['/v1/pets', 0.2, 200],
    ['/v1/pets', 0.3, 200],
    ['/v1/pets', 10.004, 200],
    ['/v1/pets', 10.11, 200],
    ['/v1/pets', 0.1, 504],
    ['/v1/pets/7', 12, 200],
    ['/v1/pets/a.json', 0.1, 200],
    ['/v1/pets/a.json', 0.1, 200],
  ),
  'cut-early.log': `${entries(...Array.from({length: 1000}, (): [string, number, number] => ['/v1/pets', 0.2, 200]))}${entries(['/v1/pets', 10.01, 504])}`,
  'cut-unknown.log':
    '{"method":"GET","path":"/a","response_code":504}\n{"method":"GET","path":"/a","duration":7,"response_code":200}\n',
  'alb.log':
    'http 2018-07-02T22:23:00.186641Z app/lb/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.000 -1 -1 504 - 34 366 "GET http://www.example.com:80/a HTTP/1.1" "curl/7.46.0" - -\n',
  'shared.yaml': `openapi: 3.1.0
paths:
  /a: {$ref: '#/components/pathItems/x'}
  /b: {$ref: '#/components/pathItems/x'}
  /c: {$ref: 'items.yaml#/x'}
  /d: {get: {}}
components: {pathItems: {x: {get: {}}}}
`,
  'items.yaml': 'x: {get: {}}\n',
  'shared.log': `${entries(['/a', 0.1, 200], ['/c', 3, 504], ['/d', 1, 200])}{"request_method":"GET","request_uri":"/b","status":"504"}\n`,
  'no-durations.log': '::1 - - [x] "GET /v1/pets HTTP/1.1" 200 5\n',
  'apache.log':
    '::1 - - [x] "GET /v1/pets HTTP/1.1" 200 5 1\n::1 - - [x] "GET /v1/pets HTTP/1.1" 504 5 120\nrelease 2.1\n',
  'microseconds.log':
    '::1 - - [x] "GET /v1/pets HTTP/1.1" 304 5 57\n::1 - - [x] "GET /v1/pets HTTP/1.1" 200 5 35123\n',
  'gcloud.json': JSON.stringify(
    [{httpRequest: {requestMethod: 'GET', requestUrl: 'https://petstore/v1/pets', latency: '0.1s'}}],
    null,
    2,
  ),
  'array.json': '[{"method":"GET","path":"/v1/pets"}]',
  'maps.json': '{\n  "method": "GET",\n  "path": "/v1/pets"\n}\n',
  // ingress-nginx, whose `$request_time` has the name that Envoy has for milliseconds.
  'seconds.log':
    '{"method":"GET","path":"/v1/pets","duration":7.512,"status":200}\n{"method":"GET","path":"/v1/pets","duration":"7.000","status":"200"}\n',
  'late.log': `${'{"method":"GET","path":"/v1/pets","duration":12.345,"status":200}\n'.repeat(1500)}{"method":"GET","path":"/v1/pets","duration":10050.5}\n`,
  'milliseconds.log':
    '{"method":"GET","path":"/v1/pets","duration":7.512,"status":200}\n{"method":"GET","path":"/v1/pets","duration":7.5,"status":200}\n',
  'nginx.log': `{"request":"GET /v1/pets/7 HTTP/1.1","status":"200","request_time":"7.5"}
{"request_method":"GET","uri":"/v1/pets/7","status":"499","request_time":"0.250"}
{"request":"\\x16\\x03\\x01","status":"400","request_time":"0.000"}
`,
  'decoded.yaml':
    'openapi: 3.1.0\npaths: {"/größe/{id}": {get: {}}, "/my files/{id}": {get: {}}, "/100%/{id}": {get: {}}}\n',
  'decoded.log': `{"request_method":"GET","uri":"/größe/7","status":"200"}
{"request_method":"GET","uri":"/gr\\xC3\\xB6\\xC3\\x9Fe/8","status":"200"}
{"method":"GET","path":"/my files/7","status":200}
{"request":"GET /my%20files/7 HTTP/1.1","status":200}
{"method":"GET","path":"/100%/7","status":200}
`,
  'wrapped.log': [
    {log: '::1 - - [x] "GET /v1/pets HTTP/1.1" 200 5 "-" "curl" 0.250\n', stream: 'stdout', time: 'x'},
    {message: '{"method":"GET","path":"/v1/pets/7","duration":12,"response_code":200}', stream: 'stdout'},
    {time: 'x', jsonPayload: {request_method: 'POST', uri: '/v1/pets', status: 201, request_time: '0.500'}},
    {log: 'started', stream: 'stderr'},
  ]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('')
    .concat(
      '2026-11-28T10:00:00.1Z stdout F {"request":"GET /v1/pets HTTP/1.1","status":"200","request_time":"0.250"}\n',
      '2026-11-28T10:00:00.2Z stdout F GET /v1/pets\n',
    ),
  'own.log':
    '{"verb":"GET","resource":"/v1/pets/7","resp_time":7.5,"code":504}\n{"verb":"GET","resource":"/v1/pets/8","resp_time":"0.1","code":"200"}\n',
  'nested.log':
    '{"http":{"verb":"GET"},"url.path":"/v1/pets/7","vhost":"x.example","took":{"us":2500000}}\nGET /v1/pets\n',
  'durations.log': entries(['/v1/pets', 0.1, 200], ['/v1/pets', 0.2, 200], ['/v1/pets', 2.4, 200]),
});
beforeAll(() => {
  const packed = gzipSync(LOG);
  writeFileSync(path.join(folder, 'access.log.gz'), packed);
  writeFileSync(path.join(folder, 'part.gz'), packed.subarray(0, packed.length / 2));
  writeFileSync(path.join(folder, 'bomb.gz'), gzipSync(Buffer.alloc((100 << 20) + 1, 'a')));
});

testTranscript(path.join(import.meta.dirname, 'match.txt'), () => folder);

test('a log gives an overlay with timeouts that mesh takes', async () => {
  const args = 'routes match -i openapi.yaml --suggest --log durations.log'.split(' ');
  const overlay = await runCli(args, {cwd: folder});
  writeFileSync(path.join(folder, 'timeouts.yaml'), overlay.stdout);
  const mesh = 'mesh -i openapi.yaml --overlay timeouts.yaml --service.name pets'.split(' ');
  expect((await runCli(mesh, {cwd: folder})).stdout).toMatch(/timeout: 5s/);
});
