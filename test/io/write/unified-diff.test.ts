import {expect, test} from '@jest/globals';
import {unifiedDiff} from '../../../src/io/write/unified-diff.ts';

const LONG = 'x'.repeat(3000);
const SHOWN = 'x'.repeat(60);

test.each([
  {
    name: 'a key is added',
    before: `${LONG}${LONG}`,
    text: `${LONG}y${LONG}`,
    want: [`-…${SHOWN}${SHOWN}…`, `+…${SHOWN}y${SHOWN}…`],
  },
  {name: 'the beginning differs', before: `a${LONG}`, text: `b${LONG}`, want: [`-a${SHOWN}…`, `+b${SHOWN}…`]},
  {name: 'the end differs', before: `${LONG}a`, text: `${LONG}b`, want: [`-…${SHOWN}a`, `+…${SHOWN}b`]},
  {name: 'all differs', before: 'a', text: LONG, want: ['-a', `+${'x'.repeat(500)}…`]},
])('a long line is cut to where it differs: $name', ({before, text, want}) => {
  const lines = unifiedDiff('a.json', `${before}\n`, `${text}\n`).split('\n');
  expect(lines.slice(4, -1)).toEqual(want);
});
