import {expect, it} from '@jest/globals';
import {exampleOf} from '../../../src/core/trace-tests/parameters.ts';
import {WholeDescription} from '../../../src/core/trace-tests/whole-description.ts';

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

/** A text that the pattern matches, if one is found, else what is sent of any text. */
it.each([
  {pattern: '^[A-Z]{3}-\\d{4}$', value: 'AAA-0000'},
  {pattern: '[0-9]+', value: '0'},
  {pattern: '^v1|v2$', value: 'v1'},
  {pattern: '^(|b)c?$', value: 'b'},
  {pattern: '^$|^[0-9]{3}$', value: '000'},
  {pattern: '^shelves/[^/]+/books/[^/]+$', value: 'shelves/a/books/a'},
  {pattern: '^[0-9a-f]{64}$', value: '0'.repeat(64)},
  {pattern: '^[0-9]*$', minLength: 5, value: '00000'},
  {pattern: '^[0-9]x*$', maxLength: 1, value: '0'},
  {pattern: '^[^a-z]$', value: '0'},
  {pattern: '^[\\u4e00-\\u9fa5]{2}$', value: 'string'},
  {pattern: '^[🐈🐶]$', value: 'string'},
  {pattern: '^\\p{Lu}+$', value: 'A'},
  {pattern: '^(?=[0-9])\\w+$', value: 'string'},
  {pattern: '^(?!s)[a-z]+$', value: 'string'},
  {pattern: '^é[A-Z]{2,63}$', value: 'éAA'},
  {pattern: '^a{5000}$', value: 'string'},
  {pattern: '^[', value: 'string'},
  {pattern: '^[a-z]+$', value: 'string'},
  {pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', format: 'date', value: '2019-08-24'},
])('a value of $pattern is $value', ({value, ...schema}) => {
  const all = {
    type: 'object',
    properties: {own: {type: ['null', 'string'], ...schema}, pattern: {type: 'string'}},
  };
  const whole = new WholeDescription({}, 'file:///a.json', new Map());
  expect(exampleOf({}, all, whole)).toEqual({value: {own: value, pattern: 'string'}, isMadeUp: true});
});
