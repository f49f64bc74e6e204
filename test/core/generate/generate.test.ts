import {expect, test} from '@jest/globals';
import {type GenerateOptions, generate} from '../../../src/core/generate/generate.ts';
import {ofKnownRules} from '../../shown-rules.ts';

const openapi = '3.1.0';
const paths = {'/pets': {get: {}}};

/** The names of the objects, `severity: message` of every problem, and the documents that are missing. */
function outcome(document: unknown, options: GenerateOptions) {
  const {objects, problems, missing} = generate(document, options);
  return {
    objects: objects.map(({metadata}) => metadata.name),
    problems: ofKnownRules(problems).map(({severity, message}) => `${severity}: ${message}`),
    missing: [...missing],
  };
}

test('a set is not a description', () => {
  const problem = 'error: not an OpenAPI description: expected a map, found a list';
  expect(outcome(new Set(), {})).toEqual({objects: [], problems: [problem], missing: []});
});

test.each<{name: string; document: unknown; options: GenerateOptions; want: unknown}>([
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
      objects: [],
      problems: ['error: unknown setting "service.nam"', 'error: unknown setting "disabled"'],
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
