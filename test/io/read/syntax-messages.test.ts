import {describe, expect, test} from '@jest/globals';
import {readDocument} from '../../../src/io/read/parse-document.ts';

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
const AFTER = 'unexpected text after the value (quote the whole value)';

describe('the message of a usual mistake', () => {
  test.each([
    {mistake: 'a missing colon', text: 'a:\n  b\n  c: 1\n', want: `2:3 invalid YAML: ${KEY}`},
    {mistake: 'a quote in quotes', text: "a: 'it's'\n", want: `1:8 invalid YAML: ${AFTER}`},
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
    {
      mistake: 'a template',
      text: 'a: "{{b}}"\nc:\n  d: {{ .Values.d }}\n',
      want: '1:1 invalid YAML: a map or a list as a key (quote the key; a template such as `{{ … }}` has to be rendered first)',
    },
  ])('$mistake', async ({text, want}) => {
    expect(await faultsOf(text)).toEqual([want]);
  });
});
