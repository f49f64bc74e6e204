import type {Files} from './files.ts';

/** A description and what the ruleset reports for it. */
export interface Case {
  readonly name: string;
  /** The first file is the description. */
  readonly given: Files;
  /** `file:line:column severity rule`; the places are those that Spectral finds for a path. */
  readonly want: readonly string[];
}

export const CASES: readonly Case[] = [
  {
    name: 'nothing in a document that is not an OpenAPI description',
    given: {'a.yaml': 'asyncapi: 3.0.0\nx-apigen: {foo: 1}\npaths: {/a: {get: {x-apigen: 1}}}\n'},
    want: [],
  },
  {
    name: 'nothing in a description without settings, whatever its paths',
    given: {'a.yaml': 'openapi: 3.0.3\npaths:\n  /a/{x}: {get: {}}\n  /a/{y}: {get: {}}\n'},
    want: [],
  },
  {
    name: 'a misspelled x-apigen, even the only one',
    given: {'a.yaml': 'openapi: 3.1.0\nx-apigne: {service: {name: pets}}\npaths:\n  /a: {get: {}}\n'},
    want: ['a.yaml:2:10 warning apigen-unknown-setting'],
  },
  {
    name: 'settings in OpenAPI 3.0',
    given: {
      'a.yaml': `openapi: 3.0.3
x-apigen:
  service:
    name: Petstore
    port: 70000
paths:
  /pets:
    x-apigen:
      timeouts:
        request_timeout: "10"
    get:
      x-apigen: {timeouts: {request_timeout: 1.5}}
`,
    },
    want: [
      'a.yaml:4:11 error apigen-setting-name',
      'a.yaml:5:11 error apigen-setting-value',
      'a.yaml:10:26 error apigen-setting-value',
      'a.yaml:12:46 error apigen-setting-value',
    ],
  },
  {
    name: 'settings in OpenAPI 3.2, its methods included',
    given: {
      'a.yaml': `openapi: 3.2.0
paths:
  /pets:
    query:
      x-apigen: {disabled: 1}
    additionalOperations:
      LINK:
        x-apigen: {timeout: 1}
`,
    },
    want: [
      'a.yaml:5:16 warning apigen-service-name',
      'a.yaml:5:28 error apigen-setting-value',
      'a.yaml:8:29 warning apigen-unknown-setting',
    ],
  },
  {
    name: 'settings in Swagger 2.0, its basePath included',
    given: {
      'a.yaml': `swagger: "2.0"
basePath: /a//b
x-apigen: {service: {name: Pets}}
paths: {/pets: {get: {}}}
`,
    },
    want: ['a.yaml:2:11 error apigen-setting-value', 'a.yaml:3:28 error apigen-setting-name'],
  },
  {
    name: 'settings in JSON',
    given: {
      'a.json': `{
  "openapi": "3.1.0",
  "x-apigen": {"service": {"name": "pets", "port": "80"}},
  "paths": {"/pets": {"get": {"x-apigen": {"namespace": "shop"}}}}
}`,
    },
    want: ['a.json:3:52 error apigen-setting-value', 'a.json:4:57 warning apigen-setting-scope'],
  },
  {
    name: 'routes',
    given: {
      'a.yaml': `openapi: 3.1.0
x-apigen: {namespace: shop, timeouts: {request_timeout: 5}}
paths:
  /a/{x}: {get: {}}
  /a/{y}:
    x-apigen: {timeouts: {request_timeout: 5}}
    get: {}
  /b/{id}: {get: {}}
  /b/{id}?c:
    get: {}
`,
    },
    want: [
      'a.yaml:2:10 warning apigen-service-name',
      'a.yaml:2:23 info apigen-service-namespace',
      'a.yaml:5:10 warning apigen-ambiguous-paths',
      'a.yaml:6:44 info apigen-redundant-timeout',
      'a.yaml:9:13 warning apigen-unmatchable-path',
    ],
  },
  {
    name: 'a description that leaves no route',
    given: {
      'a.yaml': `openapi: 3.1.0
x-apigen: {service: {name: pets}, disabled: true}
paths:
  /pets: {get: {}}
`,
    },
    want: ['a.yaml:3:7 warning apigen-no-routes'],
  },
  {
    name: 'settings behind references, in the referenced file',
    given: {
      'a.yaml': `openapi: 3.1.0
paths:
  /pets:
    $ref: "paths/the pets.yaml"
  /cats:
    $ref: "#/components/pathItems/cats"
  /dogs:
    $ref: paths/dogs.json#/a~1b
components:
  pathItems:
    cats:
      x-apigen: {timeouts: {request_timeout: -1}}
`,
      'paths/the pets.yaml': `get:
  $ref: ../get.yaml
`,
      'get.yaml': `x-apigen:
  timeouts:
    request_timeout: soon
`,
      'paths/dogs.json': '{"a/b": {"get": {"x-apigen": {"timeouts": {"request_timeout": 1.5}}}}}',
    },
    want: [
      'a.yaml:12:46 error apigen-setting-value',
      'get.yaml:1:10 warning apigen-service-name',
      'get.yaml:3:22 error apigen-setting-value',
      'paths/dogs.json:1:63 error apigen-setting-value',
    ],
  },
  {
    name: 'settings next to a reference, which win',
    given: {
      'a.yaml': `openapi: 3.1.0
paths:
  /pets:
    $ref: pets.yaml
    x-apigen:
      timeouts:
        request_timeout: soon
`,
      'pets.yaml': 'get: {}\nx-apigen: {timeouts: {request_timeout: never}}\n',
    },
    want: ['a.yaml:5:14 warning apigen-service-name', 'a.yaml:7:26 error apigen-setting-value'],
  },
  {
    name: 'a path whose name looks like an escaped pointer',
    given: {
      'a.yaml': `openapi: 3.1.0
paths:
  /a~1b%20c:
    get: {x-apigen: {disabled: 1}}
`,
    },
    want: ['a.yaml:4:20 warning apigen-service-name', 'a.yaml:4:32 error apigen-setting-value'],
  },
  {
    name: 'settings in or next to a reference that Spectral replaces, in the file that it leads to',
    given: {
      'a.yaml': `openapi: 3.1.0
x-apigen:
  $ref: settings.yaml
paths:
  /pets:
    $ref: pets.yaml
  /cats:
    $ref: pets.yaml
    summary: Cats
`,
      'settings.yaml': 'service: {name: pets}\n',
      'pets.yaml': 'put:\n  $ref: put.yaml\n  x-apigen: {a: 1}\n',
      'put.yaml': 'summary: Put\n',
    },
    want: [
      'put.yaml:1:1 warning apigen-unknown-setting',
      'settings.yaml:1:1 warning apigen-service-name',
      'settings.yaml:1:1 warning apigen-unknown-setting',
    ],
  },
];
