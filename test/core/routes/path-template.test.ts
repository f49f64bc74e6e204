import {expect, test} from '@jest/globals';
import {normalizePrefix, templateFault} from '../../../src/core/routes/path-template.ts';

test.each([
  {path: '/', want: undefined},
  {path: '/pets/{id}', want: undefined},
  {path: '/a{b}c{d}', want: undefined},
  {path: '/{any name/at all}', want: undefined},
  {path: '/ä 😀', want: undefined},
  {path: `/${'a'.repeat(8191)}`, want: undefined},
  {path: `/${'a'.repeat(8192)}`, want: 'at most 8192 characters'},
  {path: '', want: 'a "/" at the beginning'},
  {path: 'pets', want: 'a "/" at the beginning'},
  {path: 'pets/{', want: 'a "/" at the beginning'},
  {path: '/{', want: 'balanced braces'},
  {path: '/}', want: 'balanced braces'},
  {path: '/{a', want: 'balanced braces'},
  {path: '/{{a}}', want: 'balanced braces'},
  {path: '/}{', want: 'balanced braces'},
  {path: '/\ud83d', want: 'valid Unicode'},
  {path: '/{}', want: 'a name in each `{}`'},
])('expected of "$path": $want', ({path, want}) => {
  expect(templateFault(path)?.expected).toBe(want);
});

test.each([
  {base: '', want: ''},
  {base: '/', want: ''},
  {base: 'api', want: '/api'},
  {base: '/api/v1/', want: '/api/v1'},
])('the prefix of "$base" is "$want"', ({base, want}) => {
  expect(normalizePrefix(base)).toBe(want);
});
