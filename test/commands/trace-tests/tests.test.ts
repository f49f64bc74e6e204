import path from 'node:path';
import {afterAll, beforeAll} from '@jest/globals';
import {deliver} from '../../../src/io/run/deliver/deliver.ts';
import {generateAll} from '../../../src/io/run/generate/generate-all.ts';
import {capturedRun} from '../../captured-run.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const head = (title: string) => `openapi: 3.1.0\ninfo: {title: ${title}, version: '1'}\n`;

/** Descriptions by what they show. */
const FILES = {
  'repeated.yaml': `${head('equal notes')}x-apigen: {service: {name: repeated}}\npaths:
${Array.from({length: 8}, (_, i) => `  /p${i}/{id}: {get: {parameters: [{name: id, in: path, required: true}]}}\n`).join('')}`,
  'values.yaml': `${head('values of parameters')}paths:
  /example/{p}: {get: {parameters: [{name: p, in: path, required: true, example: a/b, schema: {example: no}}]}}
  /examples/{p}: {get: {parameters: [{name: p, in: path, required: true, examples: {first: {value: 7}}, schema: {default: 8}}]}}
  /schema-example/{p}: {get: {parameters: [{name: p, in: path, required: true, schema: {type: string, examples: [x y], default: no}}]}}
  /default/{p}: {get: {parameters: [{name: p, in: path, required: true, schema: {default: 0, enum: [1]}}]}}
  /enum/{p}: {get: {parameters: [{name: p, in: path, required: true, schema: {enum: [first, second]}}]}}
  /made-up/{id}/{day}: {get: {parameters: [{$ref: '#/components/parameters/Id'}, {name: day, in: path, schema: {type: string, format: date}}]}}
  /made-up/again/{id}: {get: {parameters: [{$ref: '#/components/parameters/Id'}]}}
  /pattern/{p}: {get: {parameters: [{name: p, in: path, required: true, schema: {type: string, pattern: '^[A-Z]{3}-[0-9]+$'}}]}}
  /lookahead/{p}: {get: {parameters: [{name: p, in: path, required: true, schema: {type: string, pattern: '^(?=b)(a|b)$'}}]}}
  /undeclared/{p}: {get: {}}
  /large/{p}: {get: {parameters: [{name: p, in: path, example: 1234567890123456789}]}}
  /label{p}: {get: {parameters: [{name: p, in: path, style: label, example: a b}]}}
  /matrix{p}: {get: {parameters: [{name: p, in: path, style: matrix, explode: true, example: [1, 2]}]}}
  /matrix/object{p}: {get: {parameters: [{name: p, in: path, style: matrix, example: {a: 1, b: 2}}]}}
  /label/list{p}: {get: {parameters: [{name: p, in: path, style: label, explode: true, example: [1, 2]}]}}
  /simple/{p}/{q}: {get: {parameters: [{name: p, in: path, example: [1, 'a,b']}, {name: q, in: path, explode: true, example: {a: 1, b: x/y}}]}}
  /set/{p}: {get: {parameters: [{name: p, in: path, example: a/b}], x-apigen: {path: {multi_segment: [p]}}}}
  /optional{;p}/x{.q}: {get: {parameters: [{name: p, in: path, example: 1}, {name: q, in: path, example: a b}]}}
  /styled{;p}/x{.q}: {get: {parameters: [{name: p, in: path, style: matrix, example: 1}, {name: q, in: path, style: label, example: b}]}}
  /spans/{p+}: {get: {parameters: [{name: p, in: path, example: a/b c}]}}
components: {parameters: {Id: {name: id, in: path, required: true, schema: {type: string, format: uuid}}}}
`,
  'places.yaml': `${head('places of parameters')}paths:
  /p:
    parameters:
      - {name: page, in: query, required: true, example: 1}
      - {name: left-out, in: query, example: 1}
      - {name: X-Trace, in: header, required: true, example: from the path}
    get:
      responses: {'200': {content: {application/json: {}}}}
      parameters:
        - {name: X-Trace, in: header, required: true, example: from the operation}
        - {name: accept, in: header, required: true}
        - {name: authorization, in: header, required: true}
        - {name: X-Ids, in: header, required: true, example: [1, 2]}
        - {name: If-Match, in: header, required: true, example: '"quoted"'}
        - {name: X-Price, in: header, required: true, example: '\${x}'}
        - {name: session, in: cookie, required: true, example: s1}
        - {name: tags, in: query, required: true, example: [a, b]}
        - {name: ids, in: query, required: true, explode: false, example: [1, 2]}
        - {name: either, in: query, required: true, style: pipeDelimited, example: [a, b]}
        - {name: filter, in: query, required: true, style: deepObject, example: {a: 1}}
        - {name: of-parts, in: query, required: true, style: deepObject, schema: {$ref: '#/components/schemas/Filter'}}
        - {name: parts, in: query, required: true, schema: {type: array, items: {type: integer, example: 7}}}
        - {name: in-json, in: query, required: true, content: {application/json: {schema: {allOf: [{$ref: '#/components/schemas/Filter'}]}}}}
        - {name: lacking, in: query, required: true, style: deepObject, schema: {type: object, properties: {a: {example: 1}, b: {type: integer}}}}
        - {name: pair, in: query, required: true, example: {c: 1, d: 2}}
        - {name: where, in: query, required: true, content: {application/json: {example: {a: "it's"}}}}
components: {schemas: {Filter: {type: object, properties: {a: {type: integer, example: 3}, b: {type: object, properties: {c: {enum: [x]}}}, id: {type: string, readOnly: true}}}}}
`,
  'quotes.yaml': `${head('texts next to variables')}paths:
  /a%20b/{p}:
    get: {parameters: [{name: p, in: path, example: '50% "it''s" \${x} ü'}, {name: q, in: query, required: true, example: "'\\"%"}]}
    post:
      parameters: [{name: p, in: path, example: '\${var:id}'}]
      requestBody: {content: {application/json: {example: {text: "it's 50% of \${x}, \\"all\\""}}}}
    put:
      parameters: [{name: p, in: path, example: 1}]
      requestBody: {content: {application/json: {example: {text: "50% of \${var:id} and \${x}"}}}}
`,
  'bodies.yaml': `${head('bodies')}paths:
  /example: {post: {requestBody: {content: {text/plain: {}, application/json: {example: [1]}}}}}
  /schema: {put: {requestBody: {content: {application/vnd.pet+json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
  /form: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {properties: {name: {example: "Rex & 'co'"}, tags: {example: [1, 2]}, owner: {example: {id: '\${var:id}'}}}}}}}}}
  /form-text: {post: {requestBody: {content: {application/x-www-form-urlencoded: {example: 'a=1&b=2'}}}}}
  /text: {post: {requestBody: {content: {application/json: {example: '{"name": null}'}}}}}
  /reference: {post: {requestBody: {content: {application/json: {example: {pet: {$ref: '#/components/examples/Rex'}}}}}}}
  /nothing: {post: {requestBody: {content: {application/json: {schema: {properties: {name: null}}}}}}}
  /many: {post: {requestBody: {content: {application/json: {schema: {items: {type: string}, minItems: 1000000000}}}}}}
  /different: {post: {requestBody: {content: {application/json: {schema: {type: object, allOf: [{type: string}]}}}}}}
  /any: {patch: {requestBody: {content: {'*/*': {schema: {type: string}}}}}}
  /other: {post: {requestBody: {content: {image/png: {}}}}}
  /nulls: {post: {requestBody: {content: {application/json: {schema: {properties: {a: {anyOf: [{type: 'null'}, {type: integer}]}, b: {type: ['null', string]}}}}}}}}
components:
  x-lists: {$ref: '#/components/x-none'}
  examples: {Rex: {name: Rex, parent: {$ref: '#/components/examples/Rex'}}}
  schemas:
    Pet:
      x-owner: {$ref: '#/components/x-none'}
      required: [name]
      properties:
        id: {type: integer, readOnly: true}
        name: {example: Rex}
        born: {type: string, format: date-time}
        parent: {$ref: '#/components/schemas/Pet'}
        owner: {allOf: [{properties: {name: {type: string}}}, {$ref: '#/components/schemas/Owner'}]}
    Owner: {additionalProperties: {type: boolean}}
`,
  'security.yaml': `${head('security')}security: [{bearer: []}]
paths:
  /bearer: {get: {}}
  /none: {get: {security: []}}
  /optional: {get: {security: [{}, {bearer: []}]}}
  /basic: {get: {security: [{basic: []}]}}
  /oauth2: {get: {security: [{oauth: [read]}]}}
  /openid: {get: {security: [{openid: []}]}}
  /keys: {get: {security: [{key-header: [], key-query: [], key-cookie: [], url: []}]}}
  /others: {get: {security: [{tls: [], digest: [], unknown: []}]}}
components:
  securitySchemes:
    bearer: {type: http, scheme: bearer}
    basic: {type: http, scheme: Basic}
    oauth: {type: oauth2, flows: {}}
    openid: {type: openIdConnect}
    key-header: {type: apiKey, in: header, name: X-API-Key}
    key-query: {type: apiKey, in: query, name: api key}
    url: {type: apiKey, in: header, name: X-URL}
    key-cookie: {type: apiKey, in: cookie, name: sid}
    tls: {type: mutualTLS}
    digest: {type: http, scheme: digest}
`,
  'responses.yaml': `${head('responses')}x-apigen: {timeouts: {request_timeout: 5}}
paths:
  /several: {get: {responses: {'404': {}, '202': {}, '201': {}}}}
  /range: {get: {responses: {2XX: {}}, x-apigen: {timeouts: {request: 1.5s}}}}
  /default: {get: {responses: {default: {}}, x-apigen: {timeouts: {request_timeout: 0}}}}
  /failures: {get: {responses: {'302': {}, '404': {}}}}
  /map: {get: {responses: {'200': {content: {application/xml: {}, application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}
  /list: {get: {responses: {'200': {content: {application/json: {schema: {items: {$ref: '#/components/schemas/Pet'}}}}}}}}
  /nulls: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Nulls'}}}}}}}
  /nullable: {get: {responses: {'200': {content: {application/json: {schema: {type: [object, 'null'], required: [a]}}}}}}}
  /pet:
    head: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
    get: {responses: {'200': {content: {text/html: {}}}}}
components:
  schemas:
    Pet: {allOf: [{$ref: '#/components/schemas/Base'}, {required: [name, secret, "it's"], properties: {secret: {writeOnly: true}}}]}
    Nulls:
      required: [a, b, c, d, e, f, g]
      properties:
        a: {anyOf: [{type: string}, {type: 'null'}]}
        b: {type: 'null'}
        c: {enum: [x, null]}
        d: {allOf: [{$ref: '#/components/schemas/Maybe'}]}
        e: {const: null}
        g: {type: string}
      allOf: [{properties: {f: {nullable: true}}}]
    Maybe: {oneOf: [{$ref: '#/components/schemas/Maybe'}, {type: 'null'}]}
    Base: {required: [x-id, name], allOf: [{$ref: '#/components/schemas/Pet'}]}
`,
  'ids.yaml': `${head('names of tests')}x-apigen: {path: {base: /v1}, service: {name: shop}}
paths:
  /pets/{id}:
    get: {operationId: getPet, summary: Get a pet, parameters: [{name: id, in: path, example: 1}]}
    head: {parameters: [{name: id, in: path, example: 1}]}
  /cats/{id}: {get: {operationId: getPet, parameters: [{name: id, in: path, example: 1}]}}
  /odd: {get: {operationId: odd/name}}
  /名: {get: {operationId: 名}}
  /a/b: {get: {}}
  /a-b: {get: {}}
`,
  'settings.yaml': `${head('settings')}x-apigen: {test: {values: {id: 42, page: 2, pgae: 3}}}
paths:
  /root/{id}: {get: {parameters: [{name: id, in: path}, {name: page, in: query}]}}
  /path/{id}:
    x-apigen: {test: {values: {id: a b}}}
    get: {parameters: [{name: id, in: path}]}
    head: {parameters: [{name: id, in: path}], x-apigen: {test: {values: {id: '\${var:id}'}}}}
  /off: {x-apigen: {test: {disabled: true}}, get: {}, head: {x-apigen: {test: {disabled: false}}}}
  /no-route: {x-apigen: {disabled: true}, get: {}}
`,
  'swagger.yaml': `swagger: '2.0'
info: {title: Swagger 2.0, version: '1'}
basePath: /v2
security: [{key: []}]
securityDefinitions: {key: {type: apiKey, in: header, name: X-Key}, basic: {type: basic}}
paths:
  /pets:
    get:
      security: [{basic: []}]
      parameters:
        - {name: tags, in: query, required: true, type: array, items: {type: string}, default: [a, b]}
        - {name: ids, in: query, required: true, type: array, collectionFormat: multi, x-example: [1, 2]}
      responses: {'200': {schema: {required: [id]}}}
    post:
      consumes: [application/merge-patch+json]
      parameters: [{name: pet, in: body, schema: {properties: {name: {type: string, example: Rex}}}}]
    put:
      parameters: [{name: name, in: formData, required: true, type: string, default: Rex}]
      produces: [text/xml]
      responses: {'200': {schema: {required: [id]}}}
    patch:
      consumes: [multipart/form-data]
      parameters: [{name: name, in: formData, required: true, type: string, default: Rex}]
`,
  'files.yaml': `${head('several files')}paths:
  /pets/{id}: {$ref: 'files/paths.yaml#/pet'}
`,
  'files/paths.yaml': `pet:
  parameters: [{$ref: 'parameters.yaml#/id'}]
  get: {responses: {'200': {$ref: '../files/responses.yaml#/pet'}}}
`,
  'files/parameters.yaml': 'id: {name: id, in: path, required: true, schema: {type: integer, minimum: 3}}\n',
  'files/responses.yaml': `pet: {content: {application/json: {schema: {$ref: '#/schemas/Pet'}}}}
schemas:
  Pet: {required: [id], allOf: [{$ref: 'missing.yaml'}, {$ref: '#/nothing'}]}
`,
  'overlay.yaml': `overlay: 1.0.0
info: {title: Examples, version: '1'}
actions: [{target: "$.paths['/undeclared/{p}'].get", update: {parameters: [{name: p, in: path}]}}]
`,
  'redocly.yaml': `apis: {ids@v1: {root: ids.yaml}, ids@v2: {root: ids.yaml}}
plugins: ['@apigen/cli/redocly']
extends: [apigen/recommended]
`,
  'only-one.yaml': `apis: {ids@v1: {root: ids.yaml}}
plugins: ['@apigen/cli/redocly']
extends: [apigen/recommended]
`,
  'own/shop.yaml': 'type: Test\nspec: {id: own}\n',
  'post.yaml': `${head('no tests')}paths: {/p: {post: {}}}\n`,
};

const folder = folderWith(FILES);
const before = process.cwd();
beforeAll(() => {
  process.chdir(folder);
});
afterAll(() => process.chdir(before));

/** What is the same in all definitions, and how the transcript shows it; `tests.txt` has whole ones. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /^---\ntype: Test\nspec:\n {2}id: (.*)\n {2}name: (.*)\n {2}trigger:\n {4}type: http\n {4}httpRequest:\n {6}method: (.*)\n {6}url: (.*)\n/gm,
    '--- $1: $2\n      $3 $4\n',
  ],
  [
    /^ {2}specs:\n {4}- name: (.*)\n {6}selector: span\[name="Tracetest trigger"\]\n {6}assertions:\n {8}- attr:tracetest\.response\.status (.*)\n/gm,
    '      $1: $2\n',
  ],
  [
    /^ {4}- name: (No span has an error)\n {6}selector: span\[tracetest\.span\.status_code="STATUS_CODE_ERROR"\]\n {6}assertions:\n {8}- attr:tracetest\.selected_spans\.count = 0\n/gm,
    '      $1\n',
  ],
];
const abbreviated = (text: string) =>
  ABBREVIATIONS.reduce((shown, [whole, short]) => shown.replaceAll(whole, short), text);

/** Writes the tests of one description in this process: `tests`, its file, and perhaps `--methods` with its value. */
const inProcess = ([, file = '', , methods = 'get,head']: readonly string[]) =>
  capturedRun(folder, async (terminal) => {
    const tests = methods.toUpperCase().split(',');
    const out = (text: string) => terminal.out(abbreviated(text));
    return (
      await deliver(await generateAll({in: [file], tests, format: 'yaml'}, terminal), {...terminal, out})
    ).status;
  });
testTranscript(path.join(import.meta.dirname, 'definitions.txt'), () => folder, inProcess);
testTranscript(path.join(import.meta.dirname, 'tests.txt'), () => folder);
