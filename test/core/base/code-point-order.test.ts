import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {compareCodePoints} from '../../../src/core/base/code-point-order.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\uff5e', '\u{1f600}', '\u{10ffff}'),
});

test('texts are in the order of their UTF-8 bytes', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const want = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(Math.sign(compareCodePoints(a, b))).toBe(want);
    }),
  );
});
