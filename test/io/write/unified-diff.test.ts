import {expect, test} from '@jest/globals';
import {unifiedDiff} from '../../../src/io/write/unified-diff.ts';

test('a long line is cut', () => {
  const long = 'x'.repeat(1999);
  const lines = unifiedDiff('a.json', `${long}\n`, `y${long}\n`).split('\n');
  expect(lines.slice(4, -1)).toEqual([`-${long}`, `+y${long.slice(1)}…`]);
});
