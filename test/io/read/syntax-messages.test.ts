import {describe, expect, test} from '@jest/globals';
import {readDocument} from '../../../src/io/read/read-document.ts';

/** What is reported of a text: `line:column message (hint)`. */
async function faultsOf(text: string): Promise<string[]> {
  const {entry} = await readDocument(Buffer.from(text), 'file:///openapi.yaml');
  if (!('unreadable' in entry)) return [];
  const {more = [], ...first} = entry.unreadable;
  return [first, ...more].map(({message, hint, location}) => {
    const {line, column} = location?.position ?? {line: 0, column: 0};
    return `${line}:${column} ${message} (${hint})`;
  });
}

const KEY = 'expected ": " after the key (write `key: value`, or indent the lines that continue a text)';
const CLOSE = '(close it, or indent the lines in it more than its key)';
const ADD = '(add what is missing, or indent the lines that continue the text)';
const ALIGN = 'the keys of a map must begin at the same column (align it with the other keys)';
const AFTER = 'unexpected text after the value (quote the whole value)';

describe('the message of a usual mistake', () => {
  test.each([
    {
      mistake: 'a tab',
      text: 'a:\n\tb: 1\n',
      want: '2:1 invalid YAML: tabs are not allowed as indentation (indent with spaces)',
    },
    {mistake: 'a missing colon', text: 'a:\n  b\n  c: 1\n', want: `2:3 invalid YAML: ${KEY}`},
    {mistake: 'a missing space', text: 'a:\n  b:1\n  c: 1\n', want: `2:3 invalid YAML: ${KEY}`},
    {mistake: 'an open quote', text: 'a: "b\nc: 1\n', want: `3:1 invalid YAML: missing closing " ${ADD}`},
    {
      mistake: 'an open single quote',
      text: "a: 'b\nc: 1\n",
      want: `3:1 invalid YAML: missing closing ' ${ADD}`,
    },
    {mistake: 'a quote in quotes', text: "a: 'it's'\n", want: `1:8 invalid YAML: ${AFTER}`},
    {mistake: 'text after a quote', text: 'a: "b" c\n', want: `1:8 invalid YAML: ${AFTER}`},
    {
      mistake: 'a colon in a value',
      text: 'a: b: c\n',
      want: '1:4 invalid YAML: unexpected ": " in a value (quote the value, or indent the next line less)',
    },
    {
      mistake: 'an open brace',
      text: 'a: {b: 1\nc: 1\n',
      want: `2:1 invalid YAML: missing closing } ${CLOSE}`,
    },
    {mistake: 'an open bracket', text: 'a: [b\nc: 1\n', want: `2:1 invalid YAML: missing closing ] ${CLOSE}`},
    {
      mistake: 'a brace too many',
      text: 'a: {}}\n',
      want: '1:6 invalid YAML: unexpected "}" (remove it, or add what it closes)',
    },
    {
      mistake: 'a duplicate key',
      text: 'a: 1\na: 2\n',
      want: '2:1 invalid YAML: duplicate key (keep one of the two keys)',
    },
    {
      mistake: 'too little indentation',
      text: 'a:\n    b: {}\n   c: {}\n',
      want: `3:1 invalid YAML: ${ALIGN}`,
    },
    {mistake: 'too much indentation', text: 'a:\n  b: {}\n    c: {}\n', want: `3:1 invalid YAML: ${ALIGN}`},
    {mistake: 'a key in a list', text: 'a:\n  - b\n  c: 1\n', want: `3:1 invalid YAML: ${ALIGN}`},
    {
      mistake: 'a reserved character',
      text: 'a: @b\n',
      want: '1:4 invalid YAML: a value cannot begin with "@" (quote the value)',
    },
    {
      mistake: 'an ampersand',
      text: 'a: & b\n',
      want: '1:4 invalid YAML: expected a name after `&` (quote the value, or name the anchor)',
    },
    {
      mistake: 'an exclamation mark',
      text: 'a: !b c\n',
      want: '1:4 invalid YAML: unknown tag `!b` (remove it, or quote the value)',
    },
    {
      mistake: 'a backslash',
      text: 'a: "\\d"\n',
      want: '1:5 invalid YAML: invalid escape sequence `\\d` (double the backslash, or use single quotes)',
    },
    {
      mistake: 'text after >',
      text: 'a: >b\n',
      want: '1:5 invalid YAML: unexpected text after `|` or `>` (quote the value, or write the text on the next line)',
    },
    {
      mistake: 'braces as a key',
      text: 'a: {{b}: 1}\n',
      want: '1:1 invalid YAML: a map or a list as a key (quote the key)',
    },
    {
      mistake: 'a template',
      text: 'a: "{{b}}"\nc:\n  d: {{ .Values.d }}\n',
      want: '3:6 a template: `{{ … }}` is a map as a key in YAML (render the template first, or quote the value)',
    },
    {
      mistake: 'an error near a quoted template',
      text: 'a: "{{b}}"\nc: d: e\n',
      want: '2:4 invalid YAML: unexpected ": " in a value (quote the value, or indent the next line less)',
    },
    {
      mistake: 'a merge conflict',
      text: 'a: 1\nb:\n<<<<<<< HEAD\n  c: 1\n=======\n  c: 2\n>>>>>>> branch\n',
      want: '3:1 a merge conflict that is not resolved (choose one of the two texts)',
    },
    {
      mistake: 'a text that is merged',
      text: 'a: {<<: b}\n',
      want: '1:5 invalid YAML: invalid merge key `<<`: expected a map or a list of maps (refer to a map: `<<: *name`)',
    },
    {
      mistake: 'many maps that are merged',
      text: `a: {<<: [${'{}, '.repeat(101)}]}\n`,
      want: '1:5 invalid YAML: more than 100 maps in one merge key (`<<`) (write the keys themselves)',
    },
    {
      mistake: 'two documents',
      text: 'a: 1\n---\nb: 1\n',
      want: '2:1 invalid YAML: expected a single document, found more (keep one document in the file: remove the second `---` and what follows)',
    },
    {mistake: 'text after JSON', text: '{} x', want: `1:4 invalid YAML or JSON: ${AFTER}`},
  ])('$mistake', async ({text, want}) => {
    expect(await faultsOf(text)).toEqual([want]);
  });

  test.each([
    {
      mistake: 'a missing comma',
      text: 'a: {b: {} c: 1}\n',
      want: [
        `1:11 invalid YAML: ${AFTER}`,
        '1:12 invalid YAML: expected a comma between the entries (add it)',
      ],
    },
    {
      mistake: 'a missing comma in JSON',
      text: '{"a": "b" "c": 1}\n',
      want: [
        '1:11 invalid YAML or JSON: unexpected text (add what separates it from the text before)',
        `1:7 invalid YAML or JSON: expected a comma or a closing bracket ${ADD}`,
      ],
    },
  ])('$mistake gives two', async ({text, want}) => {
    expect(await faultsOf(text)).toEqual(want);
  });
});

test('a text that is nested too deep for the second parser has the error of the first', async () => {
  expect(await faultsOf(`a: [\n]\nb:\n  ${'- '.repeat(100_000)}\n`)).toEqual([
    '2:1 invalid YAML: deficient indentation (fix the syntax here)',
  ]);
});
