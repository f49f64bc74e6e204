import {describe, expect, it} from '@jest/globals';
import ruleset from '../../rulesets/index.ts';
import strict from '../../rulesets/strict.ts';
import {type Files, lint} from './lint-text.ts';

const brief = (findings: readonly [string, string][]) => findings.map(([place]) => place);

interface Case {
  readonly name: string;
  readonly given: Files;
  readonly want: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'nothing in a description without settings, whatever its paths',
    given: {'a.yaml': 'openapi: 3.0.3\npaths:\n  /a/{x}: {get: {}}\n  /a/{y}: {get: {}}\n'},
    want: [],
  },
  {
    name: 'a misspelled x-apigen, be it the only one',
    given: {'a.yaml': 'openapi: 3.1.0\nx-apigne: {service: {name: pets}}\npaths:\n  /a: {get: {}}\n'},
    want: ['a.yaml:2:1 warning apigen-unknown-setting'],
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
    want: ['a.yaml:5:28 error apigen-setting-value', 'a.yaml:8:20 warning apigen-unknown-setting'],
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
    want: ['a.json:3:52 error apigen-setting-value', 'a.json:4:44 warning apigen-setting-scope'],
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
  /b/{id}:cancel:
    get: {}
`,
    },
    want: [
      'a.yaml:2:1 hint apigen-service-name',
      'a.yaml:5:3 warning apigen-ambiguous-paths',
      'a.yaml:6:44 hint apigen-redundant-timeout',
      'a.yaml:10:5 warning apigen-shadowed-route',
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
    want: ['a.yaml:3:1 warning apigen-no-routes'],
  },
  {
    name: 'settings behind references, in the file where they stand',
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
      'get.yaml:3:22 error apigen-setting-value',
      'paths/dogs.json:1:63 error apigen-setting-value',
    ],
  },
  {
    name: 'settings beside a reference, which win',
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
    want: ['a.yaml:7:26 error apigen-setting-value'],
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
    want: ['a.yaml:4:32 error apigen-setting-value'],
  },
  {
    name: 'what stands in or beside a reference that Spectral replaces',
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
      'a.yaml:2:1 hint apigen-service-name',
      'a.yaml:3:3 warning apigen-unknown-setting',
      'pets.yaml:3:14 warning apigen-unknown-setting',
    ],
  },
];

describe('apigen/spectral finds', () => {
  it.each(CASES)('$name', async ({given, want}) => {
    expect(brief(await lint(given, ruleset))).toEqual(want);
  });

  it.each(CASES)('$name, strictly', async ({given, want}) => {
    const raised = want.map((finding) => finding.replace(' warning ', ' error '));
    expect(brief(await lint(given, strict))).toEqual(raised);
  });
});

describe('a description of many files, an operation in each, as DigitalOcean keeps its own', () => {
  const names = Array.from({length: 150}, (_, index) => `resource${index}`);
  const shared = 'responses:\n  "200":\n    $ref: "../../shared/ok.yml"\n';
  const files = (wrong: string): Files => ({
    'root.yaml': [
      'openapi: 3.0.0',
      'paths:',
      ...names.map((name) => `  /v2/${name}/{id}:\n    get:\n      $ref: 'resources/${name}/get.yml'`),
    ].join('\n'),
    ...Object.fromEntries(names.map((name) => [`resources/${name}/get.yml`, shared])),
    'shared/ok.yml': 'description: OK\n',
    'resources/resource77/get.yml': `${shared}${wrong}`,
  });

  it.each([
    {name: 'gets no finding without settings', wrong: '', want: []},
    {
      name: 'gets the one of the one wrong setting, in its file',
      wrong: 'x-apigen:\n  timeouts:\n    request_timeout: 1m\n',
      want: ['resources/resource77/get.yml:6:22 error apigen-setting-value'],
    },
  ])('$name', async ({wrong, want}) => {
    expect(brief(await lint(files(wrong), ruleset))).toEqual(want);
  });
});

describe('a message', () => {
  it.each([
    {
      name: 'says what is wrong and how to mend it',
      given: {'a.yaml': 'openapi: 3.1.0\npaths: {/a: {get: {x-apigen: {timeouts: {request_timeot: 1}}}}}\n'},
      want: 'unknown setting "timeouts.request_timeot"; did you mean `timeouts.request_timeout`?',
    },
    {
      name: 'shows a value that looks like a placeholder of Spectral as it is',
      given: {
        'a.yaml':
          'openapi: 3.1.0\nx-apigen: {service: {name: "{{value}} #{{1+1}}"}}\npaths: {/a: {get: {}}}\n',
      },
      want: '`service.name` must be a DNS label: at most 63 lower-case letters, digits and "-", with a letter or digit at both ends, but it is "{{value}} #{{1+1}}"; write for example `service: {name: "petstore"}`',
    },
  ])('$name', async ({given, want}) => {
    const messages = (await lint(given, ruleset)).map(([, message]) => message);
    expect(messages).toContain(want);
  });
});
