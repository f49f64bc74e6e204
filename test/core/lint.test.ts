import {describe, expect, it} from '@jest/globals';
import {lintDescription} from '../../src/core/lint.ts';
import type {Documents} from '../../src/core/openapi/documents.ts';

const uri = 'file:///openapi.yaml';
const openapi = '3.1.0';

/** `severity code file#pointer`, with `key` for a problem of the key, in the order of the rules. */
function briefly(document: unknown, documents: Documents = new Map()): string[] {
  return lintDescription(document, {uri, documents}).map(({code, severity, location}) => {
    const file = location.uri === uri ? '' : location.uri;
    return `${severity} ${code} ${file}#${location.pointer}${location.at === 'key' ? ' key' : ''}`;
  });
}

const pets = {get: {}};
const name = {service: {name: 'petstore'}};
const timeout = (seconds: unknown) => ({timeouts: {request_timeout: seconds}});

describe('lintDescription', () => {
  it.each([
    {name: 'not a map', given: [], want: []},
    {name: 'not OpenAPI', given: {'x-apigen': 1}, want: []},
    {
      name: 'no setting anywhere',
      given: {openapi, paths: {'/a/{x}': pets, '/a/{y}': pets}},
      want: [],
    },
    {
      name: 'a version that is not a text: the settings are checked all the same',
      given: {openapi: 3.1, 'x-apigen': {...name, ...timeout('10')}, paths: {'/pets': pets}},
      want: ['error setting-value #/x-apigen/timeouts/request_timeout'],
    },
    {
      name: 'an unknown version',
      given: {openapi: '3.3.0', 'x-apigen': {...name, ...timeout('10')}, paths: {'/pets': {query: {}}}},
      want: ['error setting-value #/x-apigen/timeouts/request_timeout'],
    },
    {
      name: 'a version of Swagger that is not a text',
      given: {swagger: 2, 'x-apigen': {...name, ...timeout('10')}, paths: {'/pets': pets}},
      want: ['error setting-value #/x-apigen/timeouts/request_timeout'],
    },
    {
      name: 'an extension that is nearly ours: nothing but that',
      given: {openapi, 'x-apgen': 1, paths: {'/a/{x}': pets, '/a/{y}': {...pets, 'x-apgen': 1}, 'b/{': 1}},
      want: ['warning unknown-setting #/x-apgen key', 'warning unknown-setting #/paths/~1a~1{y}/x-apgen key'],
    },
    {
      name: 'an `x-apigen` that is misplaced: nothing but that',
      given: {
        openapi,
        info: {'x-apigen': {}},
        tags: [{}, {'x-apigen': name}, 1],
        servers: [{'x-apigen': null}],
        externalDocs: 1,
        paths: {'x-apigen': 1, '/a/{x}': pets, '/a/{y}': pets, 'b/{': 1},
        webhooks: {'x-apigen': {}},
      },
      want: [
        'warning setting-scope #/paths/x-apigen key',
        'warning setting-scope #/info/x-apigen key',
        'warning setting-scope #/tags/1/x-apigen key',
        'warning setting-scope #/webhooks/x-apigen key',
      ],
    },
    {
      name: 'an `x-apigen` in what a path may refer to',
      given: {
        openapi,
        paths: {'/a': pets},
        components: {pathItems: {b: {...pets, 'x-apigen': timeout(1)}}},
        'x-anchors': {'x-apigen': timeout(1)},
      },
      want: [],
    },
    {name: 'the extension of Apigee', given: {openapi, 'X-Apigee': 1, paths: {'/a': pets}}, want: []},
    {name: 'an empty `x-apigen`', given: {openapi, 'x-apigen': null, paths: {}}, want: []},
    {
      name: 'right settings',
      given: {openapi, 'x-apigen': name, paths: {'/pets': {...pets, 'x-apigen': timeout(3)}}},
      want: [],
    },
    {
      name: 'settings of operations alone',
      given: {openapi, paths: {'/pets': {get: {'x-apigen': timeout(3)}}}},
      want: ['warning service-name #/paths/~1pets/get/x-apigen key'],
    },
    {
      name: 'values and names',
      given: {
        openapi,
        'x-apigen': {service: {name: 'Pets', port: 0}, path: {base: 'a//b'}},
        paths: {'/pets': {get: {'x-apigen': timeout('10')}, 'x-apigen': timeout(1.5)}},
      },
      want: [
        'error setting-value #/x-apigen/service/port',
        'error setting-value #/x-apigen/path/base',
        'error setting-value #/paths/~1pets/x-apigen/timeouts/request_timeout',
        'error setting-value #/paths/~1pets/get/x-apigen/timeouts/request_timeout',
        'error setting-name #/x-apigen/service/name',
      ],
    },
    {
      name: 'unknown keys and scopes',
      given: {
        openapi,
        'x-apigen': {...name, timeout: 1},
        paths: {'/pets': {...pets, 'x-apigen': {cluster: {cluster_domain: 'a'}}}},
      },
      want: [
        'warning unknown-setting #/x-apigen/timeout key',
        'warning setting-scope #/paths/~1pets/x-apigen/cluster key',
      ],
    },
    {
      name: 'no service name, but other settings',
      given: {openapi, 'x-apigen': {namespace: 'shop'}, paths: {'/pets': pets}},
      want: ['warning service-name #/x-apigen key', 'note service-namespace #/x-apigen/namespace'],
    },
    {
      name: 'a name that is too long as a whole',
      given: {
        openapi,
        'x-apigen': {...name, cluster: {cluster_domain: `${'a'.repeat(60)}.`.repeat(4).slice(0, -1)}},
        paths: {'/pets': pets},
      },
      want: ['error profile-name #/x-apigen/cluster/cluster_domain'],
    },
    {
      name: 'paths and routes',
      given: {
        openapi,
        'x-apigen': name,
        paths: {'/a/{x}': pets, '/a/{y}': pets, '/b/{id}': pets, '/b/{id}:cancel': pets, '/c?d': pets},
      },
      want: ['warning ambiguous-paths #/paths/~1a~1{y} key', 'warning unmatchable-path #/paths/~1c?d key'],
    },
    {
      name: 'every route disabled',
      given: {openapi, 'x-apigen': {...name, disabled: true}, paths: {'/pets': pets}},
      want: ['warning no-routes #/paths key'],
    },
    {
      name: 'timeouts that change nothing',
      given: {
        openapi,
        'x-apigen': {...name, ...timeout(5)},
        paths: {
          '/a': {...pets, 'x-apigen': timeout(5)},
          '/b': {get: {'x-apigen': timeout(7)}, put: {'x-apigen': timeout(8)}, 'x-apigen': timeout(7)},
          '/c': {get: {'x-apigen': timeout(5)}},
        },
      },
      want: [
        'note redundant-timeout #/paths/~1a/x-apigen/timeouts/request_timeout',
        'note redundant-timeout #/paths/~1b/get/x-apigen/timeouts/request_timeout',
        'note redundant-timeout #/paths/~1c/get/x-apigen/timeouts/request_timeout',
      ],
    },
    {
      name: 'wrong paths and methods',
      given: {
        openapi: '3.2.0',
        'x-apigen': name,
        paths: {
          pets: {},
          '/a': 'get',
          '/b': {get: [], gett: {}},
          '/c': {additionalOperations: {'CO PY': {}}},
          '/d': {get: {}},
        },
      },
      want: [
        'error path-template #/paths/pets key',
        'error path-item #/paths/~1a',
        'error operation #/paths/~1b/get',
        'error operation #/paths/~1c/additionalOperations/CO PY key',
        'warning unknown-method #/paths/~1b/gett key',
      ],
    },
    {
      name: 'paths that are a list',
      given: {openapi, 'x-apigen': name, paths: []},
      want: ['error paths #/paths'],
    },
    {
      name: 'no paths where a version requires them',
      given: {openapi: '3.0.3', 'x-apigen': name},
      want: ['error paths #'],
    },
    {
      name: 'circular references, references to something else than a map, and wrong ones',
      given: {
        openapi,
        'x-apigen': name,
        paths: {
          '/a': {$ref: '#/paths/~1a'},
          '/b': {get: {$ref: '#/components/list'}},
          '/c': {$ref: 5},
          '/d': {$ref: '#paths'},
          '/e': pets,
        },
        components: {list: []},
      },
      want: [
        'error reference #/paths/~1a/$ref',
        'error reference #/paths/~1b/get/$ref',
        'error reference #/paths/~1c/$ref',
        'error reference #/paths/~1d/$ref',
      ],
    },
    {
      name: 'wrong paths and methods, but no setting',
      given: {openapi, paths: {pets: {}, '/b': {gett: {}}}},
      want: [],
    },
    {
      name: 'a timeout that one of two users needs',
      given: {
        openapi,
        'x-apigen': {...name, ...timeout(5)},
        paths: {
          '/a': {get: {$ref: '#/components/x-get'}},
          '/b': {get: {$ref: '#/components/x-get'}, 'x-apigen': timeout(6)},
        },
        components: {'x-get': {'x-apigen': timeout(5)}},
      },
      want: [],
    },
    {
      name: 'an unresolved reference is for the linter itself to report',
      given: {openapi, 'x-apigen': name, paths: {'/pets': {$ref: '#/nothing'}}},
      want: [],
    },
  ])('$name', ({given, want}) => {
    expect(briefly(given)).toEqual(want);
  });

  it.each([
    {
      name: 'a Service that the options name is not missing',
      settings: {'service.name': 'a'},
      want: ['service-namespace'],
    },
    {name: 'other options do not name one', settings: {namespace: 'default'}, want: ['service-name']},
  ])('$name', ({settings, want}) => {
    const document = {openapi, 'x-apigen': {namespace: 'shop'}, paths: {'/a': pets}};
    expect(lintDescription(document, {uri, settings}).map(({code}) => code)).toEqual(want);
  });

  it('checks a description without settings when the options name its Service', () => {
    const document = {openapi, paths: {'/a/{x}': pets, '/a/{y}': pets}};
    const settings = {'service.name': 'a'};
    expect(lintDescription(document, {uri, settings}).map(({code}) => code)).toEqual(['ambiguous-paths']);
  });

  it('allows a result without routes on request', () => {
    const document = {openapi, 'x-apigen': name, paths: {}};
    expect(lintDescription(document, {uri}).map(({code}) => code)).toEqual(['no-routes']);
    expect(lintDescription(document, {uri, allowEmpty: true})).toEqual([]);
  });

  it('reports a problem in a referenced document there, and once', () => {
    const content = {get: {'x-apigen': timeout(-1)}};
    const documents = new Map([['file:///pets.yaml', {content}]]);
    const paths = {'/a': {$ref: 'pets.yaml'}, '/b': {$ref: 'pets.yaml'}};
    expect(briefly({openapi, 'x-apigen': name, paths}, documents)).toEqual([
      'error setting-value file:///pets.yaml#/get/x-apigen/timeouts/request_timeout',
    ]);
  });

  it('gives the way through references to a problem', () => {
    const documents: Documents = new Map([
      ['file:///pets.yaml', {content: {a: {get: {$ref: 'get.yaml', 'x-apigen': {a: 1}}}}}],
      ['file:///get.yaml', {content: {'x-apigen': timeout(-1)}}],
    ]);
    const paths = {'/a': {$ref: 'pets.yaml#/a'}, '/b': {$ref: '#/b', 'x-apigen': {b: 1}}};
    const findings = lintDescription({openapi, paths, b: {'x-apigen': {c: 1}, get: {}}}, {uri, documents});
    expect(findings.map(({location}) => location)).toEqual([
      {
        uri: 'file:///pets.yaml',
        pointer: '/a/get/x-apigen/a',
        access: '/paths/~1a/get/x-apigen/a',
        at: 'key',
      },
      {uri, pointer: '/paths/~1b/x-apigen/b', at: 'key'},
      {uri: 'file:///pets.yaml', pointer: '/a/get/x-apigen', access: '/paths/~1a/get/x-apigen', at: 'key'},
    ]);
  });

  it('gives whole problems', () => {
    const document = {openapi, 'x-apigen': {namspace: 'a'}, paths: {'/pets': pets}};
    expect(lintDescription(document, {uri})).toEqual([
      {
        code: 'unknown-setting',
        severity: 'warning',
        message: 'unknown setting "namspace"',
        suggestion: 'namespace',
        location: {uri, pointer: '/x-apigen/namspace', at: 'key'},
      },
      {
        code: 'service-name',
        severity: 'warning',
        message: 'the name of the target Service is missing',
        hint: 'set `service.name`, for example `x-apigen: {service: {name: petstore}}` or `--service.name petstore`',
        setting: 'service.name',
        location: {uri, pointer: '/x-apigen', at: 'key'},
      },
    ]);
  });
});
