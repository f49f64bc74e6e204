import {expect, it} from '@jest/globals';
import {exampleOf} from '../../../src/core/tests/parameters.ts';
import {WholeDescription} from '../../../src/core/tests/whole-description.ts';

const NAMES = Array.from({length: 30}, (_, index) => `S${index}`);
const last = {type: 'string'};
const refs = (names: readonly (string | undefined)[]) =>
  names.map((name) => (name === undefined ? last : {$ref: `#/${name}`}));

/** Schemas that stand for billions of values, by what each of them has. */
const HOSTILE: Readonly<Record<string, (index: number) => object>> = {
  'parts of the next, twice': (index) => ({allOf: refs([NAMES[index + 1], NAMES[index + 1]])}),
  'properties of all': () => ({allOf: [{}], properties: {...refs(NAMES)}}),
  'many items of the next': (index) => ({minItems: 100, items: refs([NAMES[index + 1]])[0]}),
  'additional properties of the next': (index) => ({additionalProperties: refs([NAMES[index + 1]])[0]}),
};

it.each(Object.entries(HOSTILE))('makes a small example of schemas with %s', (_, schemaOf) => {
  const root = Object.fromEntries(NAMES.map((name, index) => [name, schemaOf(index)]));
  const whole = new WholeDescription(root, 'file:///a.json', new Map());
  const schema = whole.at({uri: 'file:///a.json', pointer: '/S0'});
  const {value = '', isMadeUp} = exampleOf({}, schema, whole);
  expect(isMadeUp).toBe(true);
  expect(JSON.stringify(value).length).toBeLessThan(1_000_000);
});

it('replaces `$ref`s in examples, but not for ever', () => {
  const root = Object.fromEntries(
    NAMES.map((name, index) => [name, {...refs([NAMES[index + 1], NAMES[0]])}]),
  );
  const whole = new WholeDescription(root, 'file:///a.json', new Map());
  const example = whole.at({uri: 'file:///a.json', pointer: '/S27'});
  const {value} = exampleOf({example}, undefined, whole);
  expect(value).toMatchObject({0: {0: {0: {type: 'string'}, 1: {0: {0: {}}}}}});
});

it.each([
  {schema: {oneOf: [{type: 'string', example: 'a'}, {type: 'integer'}]}, value: 'a', isMadeUp: false},
  {schema: {anyOf: [{type: 'integer'}, {type: 'string', example: 'a'}]}, value: 0, isMadeUp: true},
  {
    schema: {properties: {a: {example: 1}}, oneOf: [{properties: {b: {example: 2}}}, {required: ['c']}]},
    value: {a: 1, b: 2},
    isMadeUp: false,
  },
])('asks the first of several alternatives for its example: $schema', ({schema, ...want}) => {
  expect(exampleOf({}, schema, new WholeDescription({}, 'file:///a.json', new Map()))).toEqual(want);
});
