import {describe, expect, test} from '@jest/globals';
import {isMap, type JsonMap} from '../../src/core/json-pointer.ts';
import {optionsFault, readProfileOptions} from '../../src/core/profile-options.ts';
import {projectProfile} from '../../src/core/project-profile.ts';

const uri = 'file:///openapi.yaml';
const givenAt = {uri: 'file:///redocly.yaml', pointer: '/decorators/mesh'};
const DEFAULTS = {
  settings: {},
  apiVersion: 'mesh.io/v1alpha2',
  strict: false,
  allowEmpty: false,
  allowOutside: false,
};

describe('readProfileOptions takes', () => {
  test.each([
    {given: {}, want: DEFAULTS},
    {given: {namespace: null, service: null, strict: null, output: null}, want: DEFAULTS},
    {
      given: {'service.name': 'petstore', service: {port: 8080}, namespace: 'shop'},
      want: {...DEFAULTS, settings: {'service.name': 'petstore', 'service.port': 8080, namespace: 'shop'}},
    },
    {
      given: {
        output: 'mesh/{api}.yaml',
        apiVersion: 'linkerd.io/v1alpha2',
        strict: true,
        allowEmpty: true,
        allowOutside: true,
      },
      want: {
        settings: {},
        output: 'mesh/{api}.yaml',
        apiVersion: 'linkerd.io/v1alpha2',
        strict: true,
        allowEmpty: true,
        allowOutside: true,
      },
    },
  ])('$given', ({given, want}) => {
    expect(readProfileOptions(given, givenAt)).toEqual({options: want, problems: []});
  });
});

describe('readProfileOptions refuses', () => {
  test.each<{given: JsonMap; at: string; message: string; hint: unknown}>([
    {given: {servce: 1}, at: '/servce', message: 'unknown option "servce"', hint: 'did you mean `service`?'},
    {given: {name: 'x'}, at: '/name', message: 'unknown option "name"', hint: 'did you mean `service.name`?'},
    {
      given: {toString: 1},
      at: '/toString',
      message: 'unknown option "toString"',
      hint: 'known options: `namespace`, `service.name`, `service.namespace`, `service.port`, `cluster.cluster_domain`, `path.base`, `timeouts.request_timeout`, `output`, `apiVersion`, `severity`, `strict`, `allowEmpty`, `allowOutside`',
    },
    {
      given: {disabled: true},
      at: '/disabled',
      message: 'unknown option "disabled"',
      hint: expect.any(String),
    },
    {
      given: {service: 5},
      at: '/service',
      message: 'option `service` must be a map of settings, but it is 5',
      hint: 'write for example `service.name: petstore`',
    },
    {
      given: {service: {port: '80'}},
      at: '/service/port',
      message: '`service.port` must be a whole number from 1 to 65535 (int32), but it is "80"',
      hint: 'write for example `service: {port: 8080}`',
    },
    {
      given: {'path.base': '/a', path: {base: '/a'}},
      at: '/path/base',
      message: 'option `path.base` is given twice',
      hint: 'keep it nested or under its dotted name',
    },
    {
      given: {strict: 'yes'},
      at: '/strict',
      message: 'option `strict` must be true or false, but it is "yes"',
      hint: 'write for example `strict: true`',
    },
    {
      given: {apiVersion: 'v1'},
      at: '/apiVersion',
      message: 'option `apiVersion` must be one of mesh.io/v1alpha2, linkerd.io/v1alpha2, but it is "v1"',
      hint: 'write for example `apiVersion: mesh.io/v1alpha2`',
    },
    {
      given: {output: 5},
      at: '/output',
      message:
        'option `output` must be a path, in which `{service}`, `{namespace}`, `{api}` stand for names, but it is 5',
      hint: 'write for example `output: mesh/{api}.yaml`',
    },
    {
      given: {output: '{x}'},
      at: '/output',
      message: 'option `output` has an unknown placeholder "{x}"',
      hint: 'known placeholders: `{service}`, `{namespace}`, `{api}`',
    },
  ])('$given', ({given, at, message, hint}) => {
    const {problems} = readProfileOptions(given, givenAt);
    expect(problems).toMatchObject([
      {severity: 'error', message, hint, location: {uri: givenAt.uri, pointer: `${givenAt.pointer}${at}`}},
    ]);
  });

  test('options that are no map', () => {
    expect(optionsFault([], givenAt)).toEqual({
      code: 'setting-value',
      severity: 'error',
      message: 'the options must be a map, but they are a list',
      hint: 'write for example `service.name: petstore` under them',
      location: givenAt,
    });
  });
});

describe('projectProfile', () => {
  const pets = {'/pets': {get: {}}};
  const timeouts = {timeouts: {request_timeout: 3}};
  const PASSED = 'neither `x-apigen` nor a service name is given, so there is no profile';
  const NAME =
    'give it in the description with `x-apigen: {service: {name: <name>}}`, or with the option `service.name`';

  function run(document: unknown, given: unknown, more = {}) {
    const request = {document, uri, documents: new Map(), given: isMap(given) ? given : {}, givenAt, ...more};
    const {serviceProfile, problems, passedOver} = projectProfile(request);
    const said = problems.map(({severity, message, hint}) => [severity, message, hint]);
    return {name: serviceProfile?.metadata.name, said, passedOver};
  }

  const named = {'service.name': 'petstore'};
  const name = 'petstore.default.svc.cluster.local';
  const noName = ['error', 'the name of the target Service is missing', NAME];
  const ASTRAY = [
    ['unknown extension "x-apigne"', 'did you mean `x-apigen`?'],
    ['`x-apigen` has no effect under `info`', 'move it to the root, to a path item or to an operation'],
  ];
  test.each([
    {
      what: 'a name in the options',
      document: {openapi: '3.1.0', paths: pets},
      given: named,
      want: {name, said: [], passedOver: undefined},
    },
    {
      what: 'a name in the description',
      document: {openapi: '3.1.0', 'x-apigen': {service: {name: 'petstore'}}, paths: pets},
      given: {},
      want: {name, said: [], passedOver: undefined},
    },
    {
      what: 'nothing of a mesh',
      document: {openapi: '3.1.0', 'x-apigen': null, paths: pets},
      given: {},
      want: {name: undefined, said: [], passedOver: PASSED},
    },
    {
      what: 'nothing of a mesh, strictly',
      document: {openapi: '3.1.0', paths: pets},
      given: {strict: true},
      want: {name: undefined, said: [['error', PASSED, NAME]], passedOver: undefined},
    },
    {
      what: 'a misspelled and a misplaced `x-apigen` alone: passed over, but not in silence',
      document: {openapi: '3.1.0', 'x-apigne': timeouts, info: {'x-apigen': timeouts}, paths: pets},
      given: {},
      want: {name: undefined, said: ASTRAY.map((words) => ['warning', ...words]), passedOver: PASSED},
    },
    {
      what: 'the same, strictly',
      document: {openapi: '3.1.0', 'x-apigne': timeouts, info: {'x-apigen': timeouts}, paths: pets},
      given: {strict: true},
      want: {
        name: undefined,
        said: [['error', PASSED, NAME], ...ASTRAY.map((words) => ['error', ...words])],
        passedOver: undefined,
      },
    },
    {
      what: 'settings of an operation alone',
      document: {openapi: '3.1.0', paths: {'/pets': {get: {'x-apigen': timeouts}}}},
      given: {},
      want: {name: undefined, said: [noName], passedOver: undefined},
    },
    {
      what: 'settings of a path alone',
      document: {openapi: '3.1.0', paths: {'/pets': {get: {}, 'x-apigen': timeouts}}},
      given: {},
      want: {name: undefined, said: [noName], passedOver: undefined},
    },
    {
      what: 'wrong options: the description is not judged',
      document: {openapi: '3.1.0'},
      given: {strict: 1},
      want: {
        name: undefined,
        said: [
          ['error', 'option `strict` must be true or false, but it is 1', 'write for example `strict: true`'],
        ],
        passedOver: undefined,
      },
    },
    {
      what: 'no route',
      document: {openapi: '3.1.0', paths: {}},
      given: named,
      want: {
        name: undefined,
        said: [
          [
            'error',
            'there is no route: no path has a method',
            'add a method under a path, or allow an empty profile with the option `allowEmpty: true`',
          ],
        ],
        passedOver: undefined,
      },
    },
    {
      what: 'no OpenAPI',
      document: {title: 'Pets'},
      given: {},
      want: {
        name: undefined,
        said: [
          [
            'error',
            'this is no OpenAPI description: neither `openapi` nor `swagger` stands at its root',
            'begin it with `openapi: 3.1.0`',
          ],
        ],
        passedOver: undefined,
      },
    },
  ])('$what', ({document, given, want}) => {
    expect(run(document, given)).toEqual(want);
  });

  test('switches of the run add to the options', () => {
    expect(run({openapi: '3.1.0', paths: {}}, named, {allowEmpty: true}).name).toBe(name);
    expect(run({openapi: '3.1.0', paths: pets}, {}, {strict: true}).said).toHaveLength(1);
  });
});
