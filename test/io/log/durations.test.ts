import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {Durations} from '../../../src/io/log/traffic.ts';

test('a quantile is right to half a per cent', () => {
  const durations = fc.array(fc.double({min: 0, max: 1e9, noNaN: true}), {minLength: 1, maxLength: 300});
  fc.assert(
    fc.property(durations, fc.constantFrom(0, 0.5, 0.9, 0.99, 1), (values, share) => {
      const counted = new Durations();
      for (const value of values) counted.add(value);
      const sorted = values.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
      const found = counted.quantile(share) ?? 0;
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.005_001);
    }),
  );
});
