import {describe, expect, it} from '@jest/globals';
import type {Documents} from '../../src/core/documents.ts';
import {lintDescription} from '../../src/core/lint.ts';

const uri = 'file:///openapi.yaml';
const openapi = '3.1.0';

/** `code pointer`, with `key` when the name is at fault, sorted as the findings come. */
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
    {name: 'no map', given: [], want: []},
    {name: 'no OpenAPI', given: {'x-apigen': 1}, want: []},
    {
      name: 'no setting anywhere',
      given: {openapi, paths: {'/a/{x}': pets, '/a/{y}': pets}},
      want: [],
    },
    {
      name: 'a version that is no text: the settings are judged all the same',
      given: {openapi: 3.1, 'x-apigen': {...name, ...timeout('10')}, paths: {'/pets': pets}},
      want: ['error setting-value #/x-apigen/timeouts/request_timeout'],
    },
    {
      name: 'a version to come',
      given: {openapi: '3.3.0', 'x-apigen': {...name, ...timeout('10')}, paths: {'/pets': {query: {}}}},
      want: ['error setting-value #/x-apigen/timeouts/request_timeout'],
    },
    {
      name: 'a version of Swagger that is no text',
      given: {swagger: 2, 'x-apigen': {...name, ...timeout('10')}, paths: {'/pets': pets}},
      want: ['error setting-value #/x-apigen/timeouts/request_timeout'],
    },
    {
      name: "somebody else's extension that is nearly ours: nothing but that",
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
        'warning setting-scope #/info/x-apigen key',
        'warning setting-scope #/tags/1/x-apigen key',
        'warning setting-scope #/paths/x-apigen key',
        'warning setting-scope #/webhooks/x-apigen key',
      ],
    },
    {
      name: 'an `x-apigen` to which a path may refer',
      given: {
        openapi,
        paths: {'/a': pets},
        webhooks: {a: {...pets, 'x-apigen': timeout(1)}},
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
      name: 'settings of operations alone: the name may come by a flag',
      given: {openapi, paths: {'/pets': {get: {'x-apigen': timeout(3)}}}},
      want: [],
    },
    {
      name: 'values and names',
      given: {
        openapi,
        'x-apigen': {service: {name: 'Pets', port: 0}, path: {base: 'a//b'}},
        paths: {'/pets': {get: {'x-apigen': timeout('10')}, 'x-apigen': timeout(1.5)}},
      },
      want: [
        'error setting-name #/x-apigen/service/name',
        'error setting-value #/x-apigen/service/port',
        'error setting-value #/x-apigen/path/base',
        'error setting-value #/paths/~1pets/x-apigen/timeouts/request_timeout',
        'error setting-value #/paths/~1pets/get/x-apigen/timeouts/request_timeout',
      ],
    },
    {
      name: 'unknown keys and scopes',
      given: {openapi, 'x-apigen': {...name, timeout: 1}, paths: {'/pets': {...pets, 'x-apigen': name}}},
      want: [
        'warning unknown-setting #/x-apigen/timeout key',
        'warning setting-scope #/paths/~1pets/x-apigen/service/name key',
      ],
    },
    {
      name: 'no service name beside other settings',
      given: {openapi, 'x-apigen': {namespace: 'shop'}, paths: {'/pets': pets}},
      want: ['hint service-name #/x-apigen key'],
    },
    {
      name: 'a name too long as a whole',
      given: {
        openapi,
        'x-apigen': {...name, cluster: {cluster_domain: `${'a'.repeat(60)}.`.repeat(4).slice(0, -1)}},
        paths: {'/pets': pets},
      },
      want: ['error profile-name #'],
    },
    {
      name: 'paths and routes',
      given: {
        openapi,
        'x-apigen': name,
        paths: {'/a/{x}': pets, '/a/{y}': pets, '/b/{id}': pets, '/b/{id}:cancel': pets},
      },
      want: [
        'warning ambiguous-paths #/paths/~1a~1{y} key',
        'warning shadowed-route #/paths/~1b~1{id}:cancel/get key',
      ],
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
        'hint redundant-timeout #/paths/~1a/x-apigen/timeouts/request_timeout',
        'hint redundant-timeout #/paths/~1b/get/x-apigen/timeouts/request_timeout',
        'hint redundant-timeout #/paths/~1c/get/x-apigen/timeouts/request_timeout',
      ],
    },
    {
      name: 'paths and methods that are none',
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
        'warning unknown-method #/paths/~1b/gett key',
        'error operation #/paths/~1b/get',
        'error operation #/paths/~1c/additionalOperations/CO PY key',
      ],
    },
    {
      name: 'paths that are a list',
      given: {openapi, 'x-apigen': name, paths: []},
      want: ['error paths #/paths'],
    },
    {
      name: 'no paths where a version asks for them',
      given: {openapi: '3.0.3', 'x-apigen': name},
      want: ['error paths #'],
    },
    {
      name: 'references that lead in a circle, or to no map, or are none',
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
      name: 'paths and methods that are none, where nothing is said of a mesh',
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
      name: 'a reference that leads nowhere is not ours to report, nor what it hides',
      given: {openapi, 'x-apigen': name, paths: {'/pets': {$ref: '#/nothing'}}},
      want: [],
    },
  ])('$name', ({given, want}) => {
    expect(briefly(given)).toEqual(want);
  });

  it.each([
    {
      name: 'a timeout that the options give is the one that a path repeats',
      given: {...timeout(5)},
      settings: {'timeouts.request_timeout': 7},
      want: ['/b', 'as in the options'],
    },
    {
      name: 'a timeout that wins back what the options took from the root is needed',
      given: {...timeout(7)},
      settings: {'timeouts.request_timeout': 5},
      want: ['/a', 'as in the options'],
    },
    {
      name: 'without a timeout in the options, the root counts',
      given: {...timeout(5)},
      settings: {namespace: 'shop'},
      want: ['/a', 'as at the root'],
    },
  ])('$name', ({given, settings, want}) => {
    const document = {
      openapi,
      'x-apigen': {...name, ...given},
      paths: {'/a': {...pets, 'x-apigen': timeout(5)}, '/b': {...pets, 'x-apigen': timeout(7)}},
    };
    const findings = lintDescription(document, {uri, settings});
    expect(
      findings.map(({code, message, location}) => [code, location.pointer.slice(8, 10), message]),
    ).toEqual([
      [
        'redundant-timeout',
        want[0]?.replace('/', '1'),
        `\`timeouts.request_timeout\` is ${want[0] === '/a' ? 5 : 7} here, ${want[1]}: it changes nothing`,
      ],
    ]);
  });

  it.each([
    {name: 'a Service that the options name is not missing', settings: {'service.name': 'a'}, want: []},
    {name: 'other options name none', settings: {namespace: 'a'}, want: ['service-name']},
  ])('$name', ({settings, want}) => {
    const document = {openapi, 'x-apigen': {namespace: 'shop'}, paths: {'/a': pets}};
    expect(lintDescription(document, {uri, settings}).map(({code}) => code)).toEqual(want);
  });

  it('judges a description without settings when the options name its Service', () => {
    const document = {openapi, paths: {'/a/{x}': pets, '/a/{y}': pets}};
    const settings = {'service.name': 'a'};
    expect(lintDescription(document, {uri, settings}).map(({code}) => code)).toEqual(['ambiguous-paths']);
  });

  it('takes no offence at a profile without routes that is wanted', () => {
    const document = {openapi, 'x-apigen': name, paths: {}};
    expect(lintDescription(document, {uri}).map(({code}) => code)).toEqual(['no-routes']);
    expect(lintDescription(document, {uri, allowEmpty: true})).toEqual([]);
  });

  it('reports in the document where the fault stands, once for all who refer to it', () => {
    const content = {get: {'x-apigen': timeout(-1)}};
    const documents = new Map([['file:///pets.yaml', {content}]]);
    const paths = {'/a': {$ref: 'pets.yaml'}, '/b': {$ref: 'pets.yaml'}};
    expect(briefly({openapi, 'x-apigen': name, paths}, documents)).toEqual([
      'error setting-value file:///pets.yaml#/get/x-apigen/timeouts/request_timeout',
    ]);
  });

  it('tells how a fault behind references was reached', () => {
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
    ]);
  });

  it('says it in whole sentences', () => {
    const document = {
      openapi,
      'x-apigen': timeout(5),
      paths: {'/pets': {...pets, 'x-apigen': timeout(5)}},
    };
    expect(lintDescription(document, {uri})).toEqual([
      {
        code: 'service-name',
        severity: 'hint',
        message: 'the name of the target Service is missing',
        hint: 'give it with `--service.name <name>`, or in the description with `x-apigen: {service: {name: <name>}}`',
        location: {uri, pointer: '/x-apigen', at: 'key'},
      },
      {
        code: 'redundant-timeout',
        severity: 'hint',
        message: '`timeouts.request_timeout` is 5 here, as at the root: it changes nothing',
        hint: 'leave it out',
        location: {uri, pointer: '/paths/~1pets/x-apigen/timeouts/request_timeout'},
      },
    ]);
  });
});
