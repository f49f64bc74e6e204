import {expect, test} from '@jest/globals';
import {templateFault} from '../../../src/core/routes/path-template.ts';

test.each([
  {path: '/{any name/at all}', want: undefined},
  {path: `/${'a'.repeat(8191)}`, want: undefined},
  {path: `/${'a'.repeat(8192)}`, want: 'at most 8192 characters'},
])('expected of "$path": $want', ({path, want}) => {
  expect(templateFault(path)?.expected).toBe(want);
});
