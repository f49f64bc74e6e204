import {expect, test} from '@jest/globals';
import {MAX_DURATION, toDuration} from '../../../../src/core/targets/http-route/described-route.ts';

test.each([
  {seconds: 0, want: '0s'},
  {seconds: 1, want: '1s'},
  {seconds: 99_999, want: '99999s'},
  {seconds: 100_000, want: '27h46m40s'},
  {seconds: 100_020, want: '1667m'},
  {seconds: 5_999_940, want: '99999m'},
  {seconds: 6_000_000, want: '1666h40m'},
  {seconds: 6_001_200, want: '1667h'},
  {seconds: 359_996_400, want: '99999h'},
  {seconds: 359_996_401, want: '99999h1s'},
  {seconds: MAX_DURATION, want: '99999h99999m99999s'},
  {seconds: MAX_DURATION + 1, want: undefined},
  {seconds: 4_294_967_295, want: undefined},
])('$seconds: $want', ({seconds, want}) => {
  expect(toDuration(seconds)).toBe(want);
});
