import type {Files} from './files.ts';

/** A description and what the ruleset reports for it. */
export interface Case {
  readonly name: string;
  /** The first file is the description. */
  readonly given: Files;
  /** `file:line:column severity rule`; the places are those that Spectral finds for a path. */
  readonly want: readonly string[];
}

const HEAD = 'openapi: 3.1.0\nx-apigen: {service: {name: pets}}\n';
const yaml = (text: string): Files => ({'a.yaml': `${HEAD}${text}`});

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
      'a.yaml:1:1 warning apigen-service-name',
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
      'a.yaml:1:1 warning apigen-service-name',
      'a.yaml:12:46 error apigen-setting-value',
      'get.yaml:3:22 error apigen-setting-value',
      'paths/dogs.json:1:63 error apigen-setting-value',
    ],
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
    want: ['a.yaml:1:1 warning apigen-service-name', 'a.yaml:4:32 error apigen-setting-value'],
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
  // Spectral follows neither aliases nor merge keys to where a value is written.
  {
    name: 'a merge key, and an alias next to it',
    given: yaml(
      'x-x: &x\n  timeouts: {request_timeout: soon}\npaths:\n  /a: {x-apigen: *x, get: {}}\n  /b:\n    x-apigen:\n      <<: *x\n      disabled: false\n    get: {}\n',
    ),
    want: ['a.yaml:1:1 error apigen-setting-value', 'a.yaml:4:31 error apigen-setting-value'],
  },
  {
    name: 'lines that end with CR and LF, and characters of two code units',
    given: {
      'a.yaml':
        'openapi: 3.1.0\r\n# 🐈\r\nx-apigen: {service: {name: "🐈"}}\r\npaths:\r\n  /🐈🐈: {x-apigen: {foo: 1}, get: }\r\n',
    },
    want: ['a.yaml:3:28 error apigen-setting-name', 'a.yaml:5:27 warning apigen-unknown-setting'],
  },
];
