import path from 'node:path';
import {expect, test} from '@jest/globals';
import {pathGlob} from '../../../src/commands/routes/route-rows.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const DESCRIPTION = `openapi: 3.1.0
info: {title: Pets, version: "1"}
x-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}, mesh: linkerd}
paths:
  /pets:
    get: {tags: [pets, "=cmd"]}
    post: {tags: [pets], x-apigen: {timeouts: {request_timeout: 60}}}
    pots: {}
  /pets/{id}:
    x-apigen: {timeouts: {request_timeout: 0}, retryable: true}
    get: {}
  /pets/{name}:
    get: {x-apigen: {retryable: false}}
`;

const folder = folderWith({
  'openapi.yaml': DESCRIPTION,
  'plain.yaml': 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n',
  'empty.yaml': 'openapi: 3.1.0\npaths: {}\n',
  'wrong.yaml': DESCRIPTION.replace('60', 'soon'),
  'hostile.yaml': 'openapi: 3.1.0\npaths: {"/a\\e[31m\\u202e,\\"b": {get: {tags: ["=1+1", "\\e"]}}}\n',
});

testTranscript(path.join(import.meta.dirname, 'routes.txt'), () => folder);

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
  'empty.yaml': 'openapi: 3.1.0\npaths: {}\n',
  'none.yaml': 'apis: {none: {root: empty.yaml}}\ndecorators: {apigen/service-profile: on}\n',
  'one-host.yaml':
    'openapi: 3.1.0\nx-apigen: {mesh: istio, service: {name: one, port: 80}, gateway: {name: public, hostnames: [one.example.com]}}\npaths: {/a: {get: {}}}\n',
  'other-host.yaml':
    'openapi: 3.1.0\nx-apigen: {mesh: istio, service: {name: other, port: 80}, gateway: {name: public, hostnames: [other.example.com]}}\npaths: {/a: {get: {}}}\n',
  'hosts.txt':
    'GET /a\nGET https://one.example.com/a\nGET https://other.example.com/a\nGET https://other.example.com/a\nGET https://example.com/a\n',
  'requests.txt': 'GET /v1/pets/7\nGET /v1/pets\nGET /orders\nGET /orders\nGET /api/orders\n',
};

const several = folderWith(FILES);

testTranscript(path.join(import.meta.dirname, 'several.txt'), () => several);

test.each([
  {pattern: '/pets', fits: ['/pets'], others: ['/pets/', '/pets/{id}', '/v1/pets', '/Pets']},
  {pattern: '/pets/*', fits: ['/pets/{id}', '/pets/', '/pets/mine'], others: ['/pets', '/pets/{id}/toys']},
  {pattern: '/pets/**', fits: ['/pets/', '/pets/{id}/toys'], others: ['/pets', '/v1/pets/{id}']},
  {pattern: '**', fits: ['/', '/pets', '/a\nb'], others: []},
  {pattern: '**/{id}', fits: ['/pets/{id}', '/a/b/{id}'], others: ['/pets/{name}', '/pets/id']},
  {pattern: '/*/pets', fits: ['/v1/pets', '//pets'], others: ['/pets', '/v1/v2/pets']},
  {pattern: '/a.b|c^[$](+)?\\', fits: ['/a.b|c^[$](+)?\\'], others: ['/aXb', '/a.b']},
  {pattern: '', fits: [''], others: ['/']},
])('$pattern', ({pattern, fits, others}) => {
  const isFitting = pathGlob(pattern);
  expect({fits: fits.filter(isFitting), others: others.filter(isFitting)}).toEqual({fits, others: []});
});
