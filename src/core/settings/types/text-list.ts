import {mismatch, schemaMessage, type ValueType} from './value-type.ts';

/** A list of texts that are not empty; `valueName` is what help calls one of them. */
export function textList(valueName: string): ValueType<readonly string[]> {
  const expected = 'a list of strings that are not empty';
  const isText = (item: unknown) => typeof item === 'string' && item !== '';
  return {
    name: 'list of strings',
    expected,
    rule: 'setting-value',
    check: (value) => (Array.isArray(value) && value.every(isText) ? [] : mismatch(value, expected)),
    flag: {
      valueName,
      expected: 'a text that is not empty',
      repeatable: true,
      parse: (texts) => (texts.every(isText) ? texts : ''),
      print: (values) => values,
    },
    schema: (key) => ({
      type: 'array',
      items: {type: 'string', minLength: 1},
      errorMessage: schemaMessage(key, expected),
    }),
    right: [[], ['a'], ['a', 'b']],
    wrong: ['a', 1, true, {}, [1], ['']],
  };
}
