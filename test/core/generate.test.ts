import {describe, expect, test} from '@jest/globals';
import {type GenerateOptions, generate} from '../../src/core/generate.ts';

const openapi = '3.1.0';
const paths = {'/pets': {get: {}}};

/** The names of the objects, `severity: message` of every problem, and the documents that are missing. */
function outcome(document: unknown, options: GenerateOptions) {
  const {objects, problems, missing} = generate(document, options);
  return {
    objects: objects.map(({metadata}) => metadata.name),
    problems: problems.map(({severity, message}) => `${severity}: ${message}`),
    missing: [...missing],
  };
}

const PORT = 'error: invalid `service.port` 0: expected an integer from 1 to 65535';
const NAME = 'error: the name of the target Service is missing';
const PETSTORE = ['petstore.default.svc.cluster.local'];

describe('generate', () => {
  test.each([
    {name: 'nothing', document: undefined, want: 'nothing'},
    {name: 'null', document: null, want: 'nothing'},
    {name: 'a text', document: 'a', want: 'a string'},
    {name: 'a list', document: [], want: 'a list'},
    {name: 'a date', document: new Date(0), want: 'a date'},
    {name: 'a set', document: new Set(), want: 'a list'},
  ])('$name is not a description', ({document, want}) => {
    const problem = `error: not an OpenAPI description: expected a map, found ${want}`;
    expect(outcome(document, {})).toEqual({objects: [], problems: [problem], missing: []});
  });

  test.each<{name: string; document: unknown; options: GenerateOptions; want: unknown}>([
    {
      name: 'a wrong setting does not hide the right ones',
      document: {openapi, paths},
      options: {settings: {'service.name': 'petstore', 'service.port': 0}},
      want: {objects: [], problems: [PORT], missing: []},
    },
    {
      name: 'a wrong setting and a missing name',
      document: {openapi, paths},
      options: {settings: {'service.port': 0}},
      want: {objects: [], problems: [PORT, NAME], missing: []},
    },
    {
      name: 'settings that are undefined are not given',
      document: {openapi, paths, 'x-apigen': {service: {name: 'petstore'}}},
      options: {settings: Object.fromEntries([['service.name', undefined]])},
      want: {objects: PETSTORE, problems: [], missing: []},
    },
    {
      name: 'unknown settings, and those without a flag',
      document: {openapi, paths},
      options: {
        settings: Object.fromEntries([
          ['service.name', 'petstore'],
          ['service.nam', 'x'],
          ['disabled', true],
        ]),
      },
      want: {
        objects: PETSTORE,
        problems: ['warning: unknown setting "service.nam"', 'warning: unknown setting "disabled"'],
        missing: [],
      },
    },
    {
      name: 'a document that was not passed in',
      document: {openapi, paths: {'/pets': {$ref: 'pets.yaml#/pets'}}},
      options: {uri: 'file:///specs/openapi.yaml', settings: {'service.name': 'petstore'}},
      want: {
        objects: [],
        problems: ['error: unresolved `$ref` "pets.yaml#/pets": the document was not passed in'],
        missing: ['file:///specs/pets.yaml'],
      },
    },
    {
      name: 'a document that was',
      document: {openapi, paths: {'/pets': {$ref: 'pets.yaml#/pets'}}},
      options: {
        uri: 'file:///specs/openapi.yaml',
        settings: {'service.name': 'petstore'},
        documents: new Map([['file:///specs/pets.yaml', {content: {pets: {get: {}}}}]]),
      },
      want: {objects: PETSTORE, problems: [], missing: []},
    },
  ])('$name', ({document, options, want}) => {
    expect(outcome(document, options)).toEqual(want);
  });

  test('the facts about the output', () => {
    const document = {openapi, paths, 'x-apigen': {service: {name: 'petstore'}, namespace: 'shop'}};
    expect(generate(document)).toMatchObject({
      isForMesh: true,
      names: {service: 'petstore', namespace: 'shop'},
    });
    expect(generate({openapi, paths})).toMatchObject({
      isForMesh: false,
      names: {service: '', namespace: 'default'},
    });
    expect(generate({openapi, paths: {'/a': {'x-apigen': {}}}})).toMatchObject({isForMesh: true});
    expect(generate({openapi, paths: {'/a': {get: {'x-apigen': {}}}}})).toMatchObject({isForMesh: true});
    expect(generate({openapi, paths: {'/a': {get: {}, 'x-apigen': {}}}})).toMatchObject({isForMesh: true});
  });

  test('strict makes errors of warnings, and leaves notes', () => {
    const timeout = {timeouts: {request_timeout: 5}};
    const settings = {service: {name: 'petstore'}, ...timeout, unknown: 1};
    const document = {openapi, 'x-apigen': settings, paths: {'/a': {get: {'x-apigen': timeout}}}};
    const severities = (strict: boolean) =>
      generate(document, {strict}).problems.map(({severity}) => severity);
    expect([severities(false), severities(true)]).toEqual([
      ['warning', 'note'],
      ['error', 'note'],
    ]);
  });

  test('apiVersion and allowEmpty', () => {
    const settings = {'service.name': 'petstore'};
    const empty = generate(
      {openapi, paths: {}},
      {settings, allowEmpty: true, apiVersion: 'linkerd.io/v1alpha2'},
    );
    expect(empty).toMatchObject({
      objects: [{apiVersion: 'linkerd.io/v1alpha2', spec: {routes: []}}],
      problems: [],
    });
    expect(generate({openapi, paths: {}}, {settings}).objects).toEqual([]);
  });
});
