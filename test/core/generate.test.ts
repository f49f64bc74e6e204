import {describe, expect, test} from '@jest/globals';
import {type GenerateOptions, generateServiceProfile} from '../../src/index.ts';

const openapi = '3.1.0';
const paths = {'/pets': {get: {}}};

/** `severity: message` of every problem, and whether there is a profile. */
function outcome(document: unknown, options: GenerateOptions) {
  const {serviceProfile, problems, missing} = generateServiceProfile(document, options);
  return {
    name: serviceProfile?.metadata.name,
    said: problems.map(({severity, message}) => `${severity}: ${message}`),
    missing: [...missing],
  };
}

const PORT = 'error: `service.port` must be a whole number from 1 to 65535 (int32), but it is 0';
const NAME = 'error: the name of the target Service is missing';

describe('generateServiceProfile', () => {
  test.each([
    {
      name: 'nothing',
      document: undefined,
      want: 'error: this is no OpenAPI description: it holds nothing, not a map',
    },
    {
      name: 'null',
      document: null,
      want: 'error: this is no OpenAPI description: it holds nothing, not a map',
    },
    {
      name: 'a text',
      document: 'a',
      want: 'error: this is no OpenAPI description: it holds a string, not a map',
    },
    {name: 'a list', document: [], want: 'error: this is no OpenAPI description: it holds a list, not a map'},
    {
      name: 'a date',
      document: new Date(0),
      want: 'error: this is no OpenAPI description: it holds a date, not a map',
    },
    {
      name: 'a set',
      document: new Set(),
      want: 'error: this is no OpenAPI description: it holds a list, not a map',
    },
  ])('$name is no description', ({document, want}) => {
    expect(outcome(document, {})).toEqual({name: undefined, said: [want], missing: []});
  });

  test.each<{name: string; document: unknown; options: GenerateOptions; want: unknown}>([
    {
      name: 'a wrong setting does not hide the right ones',
      document: {openapi, paths},
      options: {settings: {'service.name': 'petstore', 'service.port': 0}},
      want: {name: undefined, said: [PORT], missing: []},
    },
    {
      name: 'a wrong setting and a missing name',
      document: {openapi, paths},
      options: {settings: {'service.port': 0}},
      want: {name: undefined, said: [PORT, NAME], missing: []},
    },
    {
      name: 'a name at a path is no name',
      document: {openapi, paths: {'/pets': {'x-apigen': {service: {name: 'petstore'}}, get: {}}}},
      options: {},
      want: {
        name: undefined,
        said: ['warning: `service.name` has no effect at a path item', NAME],
        missing: [],
      },
    },
    {
      name: 'settings that are undefined are not given',
      document: {openapi, paths, 'x-apigen': {service: {name: 'petstore'}}},
      options: {settings: Object.fromEntries([['service.name', undefined]])},
      want: {name: 'petstore.default.svc.cluster.local', said: [], missing: []},
    },
    {
      name: 'unknown settings, and those that no flag has',
      document: {openapi, paths},
      options: {
        settings: Object.fromEntries([
          ['service.name', 'petstore'],
          ['service.nam', 'x'],
          ['disabled', true],
        ]),
      },
      want: {
        name: undefined,
        said: ['error: unknown setting "service.nam"', 'error: unknown setting "disabled"'],
        missing: [],
      },
    },
    {
      name: 'a document that is not at hand',
      document: {openapi, paths: {'/pets': {$ref: 'pets.yaml#/pets'}}},
      options: {uri: 'file:///specs/openapi.yaml', settings: {'service.name': 'petstore'}},
      want: {
        name: undefined,
        said: ['error: `$ref` "pets.yaml#/pets" leads to a document that was not given'],
        missing: ['file:///specs/pets.yaml'],
      },
    },
    {
      name: 'a document that is',
      document: {openapi, paths: {'/pets': {$ref: 'pets.yaml#/pets'}}},
      options: {
        uri: 'file:///specs/openapi.yaml',
        settings: {'service.name': 'petstore'},
        documents: new Map([['file:///specs/pets.yaml', {content: {pets: {get: {}}}}]]),
      },
      want: {name: 'petstore.default.svc.cluster.local', said: [], missing: []},
    },
  ])('$name', ({document, options, want}) => {
    expect(outcome(document, options)).toEqual(want);
  });
});
