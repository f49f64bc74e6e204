import {expect, test} from '@jest/globals';
import {unifiedDiff} from '../../../src/io/write/unified-diff.ts';

const long = 'x'.repeat(2000);
const around = 'x'.repeat(100);

test.each([
  {name: 'short', before: 'x'.repeat(1999), after: 'y', want: [`-${'x'.repeat(1999)}`, '+y']},
  {name: 'begins otherwise', before: long, after: `y${long}`, want: [`-${around}…`, `+y${around}…`]},
  {name: 'ends otherwise', before: long, after: `${long}y`, want: [`-…${around}`, `+…${around}y`]},
  {
    name: 'differs in the middle',
    before: `${long}a${long}`,
    after: `${long}bcd${long}`,
    want: [`-…${around}a${around}…`, `+…${around}bcd${around}…`],
  },
  {name: 'differs in all', before: `a${long}`, after: 'y', want: [`-a${long.slice(2)}…`, '+y']},
  {name: 'is the only one', before: '', after: `b${long}`, want: [`+b${long.slice(2)}…`]},
  {
    name: 'is another than that which changes',
    before: `${long}z\na`,
    after: `${long}z\nb`,
    want: [` ${long.slice(1)}…`, '-a', '+b'],
  },
])('a long line that $name is shown where it differs', ({before, after, want}) => {
  const lines = unifiedDiff('a.json', before && `${before}\n`, `${after}\n`).split('\n');
  expect(lines.slice(4, -1)).toEqual(want);
});
