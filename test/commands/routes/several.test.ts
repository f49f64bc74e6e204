import path from 'node:path';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

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

const folder = folderWith(FILES);

testTranscript(path.join(import.meta.dirname, 'several.txt'), () => folder);
