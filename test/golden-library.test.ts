import {describe, expect, test} from '@jest/globals';
import {goldenCases} from './golden-cases.ts';
import {runWithLibrary} from './golden-library.ts';

const cases = goldenCases().filter(({input}) => input === undefined);

describe('golden folders through the library', () => {
  test.each(cases)('$name', async (golden) => {
    expect(await runWithLibrary(golden)).toEqual(golden.want);
  });
});
