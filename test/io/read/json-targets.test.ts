import {describe, expect, jest, test} from '@jest/globals';
import {valueAt} from '../../../src/core/json.ts';
import {JsonTargets} from '../../../src/io/read/json-targets.ts';
import {LimitReached} from '../../../src/io/read/read-limits.ts';

const OPERATION =
  '{"tags": ["pets"], "responses": {"503": {"description": "x"}}, "requestBody": {"content": {}}}';
const READ = {tags: ['pets'], responses: {503: {}}, requestBody: {}};

describe('what a `$ref` into a large JSON document leads to', () => {
  const document = `\ufeff{
    "paths": {"/a": {"get": ${OPERATION}}},
    "x-p\\u00e4th": {"/a": {"get": ${OPERATION}, "parameters": [{"name": "a"}]}},
    "x-operations": {"LINK": ${OPERATION}},
    "x-list": ["a", {"get": ${OPERATION}}],
    "x-deep": {"get": {"responses": {"200": {"a": {"x-apigen": {"retryable": true}}}}}},
    "": {"a/b": {"~": 1}}
  }`;

  test.each([
    {
      what: 'an operation, with one level more of other fields',
      pointer: '/paths/~1a/get',
      value: {tags: ['pets'], responses: {503: {}}, requestBody: {content: {}}},
    },
    {what: 'a path item', pointer: '/paths/~1a', value: {get: READ}},
    {what: 'a map of paths', pointer: '/x-päth', value: {'/a': {get: READ, parameters: [{}]}}},
    {what: 'a map of operations', pointer: '/x-operations', value: {LINK: READ}},
    {what: 'an item of a list', pointer: '/x-list/1', value: {get: READ}},
    {what: 'a list', pointer: '/x-list', value: []},
    {what: 'a text', pointer: '/x-list/0', value: 'a'},
    {what: 'a number', pointer: '//a~1b/~0', value: 1},
    {
      what: 'an `x-apigen` further down',
      pointer: '/x-deep/get',
      value: {responses: {200: {a: {'x-apigen': {retryable: true}}}}},
    },
    {what: 'a key that does not exist', pointer: '/paths/~1b/get', value: undefined},
    {what: 'an index that does not exist', pointer: '/x-list/2', value: undefined},
    {what: 'an index with a zero in front', pointer: '/x-list/01', value: undefined},
    {what: 'an inherited key', pointer: '/constructor', value: undefined},
    {what: 'something in a text', pointer: '/x-list/0/0', value: undefined},
  ])('$what', ({pointer, value}) => {
    expect(new JsonTargets(Buffer.from(document)).valueAt(pointer)).toEqual(value);
  });

  test('is one value for each place', () => {
    const targets = new JsonTargets(Buffer.from(document));
    expect(targets.valueAt('/paths/~1a')).toBe(targets.valueAt('/paths/~1a'));
  });

  test('shares the responses of operations', () => {
    const targets = new JsonTargets(Buffer.from(`{"a": ${OPERATION}, "b": ${OPERATION}}`));
    const [first, second] = [targets.valueAt('/a'), targets.valueAt('/b')];
    expect(valueAt(first, '/responses')).toBe(valueAt(second, '/responses'));
  });

  test.each([100, 1000])('is all that is parsed of a document with %d schemas', (count) => {
    const schemas = Array.from({length: count}, (_, index) => `"Schema${index}": {"type": "object"}`);
    const bytes = Buffer.from(`{"x-a": {"get": {}}, "components": {"schemas": {${schemas.join(', ')}}}}`);
    const parse = jest.spyOn(JSON, 'parse');
    new JsonTargets(bytes).valueAt('/x-a');
    const parsed = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    expect(parsed).toEqual(['"x-a"', '"components"', '"get"', '{}']);
  });

  test('is limited by how often the document is read', () => {
    const deep = `${'{"a": '.repeat(20)}{"b": "${'x'.repeat(1000)}"}${'}'.repeat(20)}`;
    const targets = new JsonTargets(Buffer.from(deep));
    expect(() => targets.valueAt(`${'/a'.repeat(20)}/b`)).toThrow(
      new LimitReached(
        '`$ref`s into the document lead through more than 10 times its size',
        'refer to path items in one map, such as `components.pathItems`',
      ),
    );
  });
});
