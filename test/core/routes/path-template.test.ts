import {expect, test} from '@jest/globals';
import {literalsOf, normalizePrefix, templateFault} from '../../../src/core/routes/path-template.ts';

test.each([
  {path: '/', want: undefined},
  {path: '/pets/{id}', want: undefined},
  {path: '/a{b}c{d}', want: undefined},
  {path: '/{any name/at all}', want: undefined},
  {path: '/ä 😀', want: undefined},
  {path: `/${'a'.repeat(8191)}`, want: undefined},
  {path: `/${'a'.repeat(8192)}`, want: 'length'},
  {path: '', want: 'slash'},
  {path: 'pets', want: 'slash'},
  {path: 'pets/{', want: 'slash'},
  {path: '/{', want: 'braces'},
  {path: '/}', want: 'braces'},
  {path: '/{a', want: 'braces'},
  {path: '/{{a}}', want: 'braces'},
  {path: '/}{', want: 'braces'},
  {path: '/\ud83d', want: 'unicode'},
  {path: '/{}', want: 'name'},
])('the fault of "$path" is $want', ({path, want}) => {
  expect(templateFault(path)).toBe(want);
});

test.each([
  {template: '/', want: ['/']},
  {template: '/a/{b}.json', want: ['/a/', '.json']},
  {template: '/{a}{b}', want: ['/', '', '']},
])('the literals of $template', ({template, want}) => {
  expect(literalsOf(template)).toEqual(want);
});

test.each([
  {base: '', want: ''},
  {base: '/', want: ''},
  {base: 'api', want: '/api'},
  {base: '/api/v1/', want: '/api/v1'},
])('the prefix of "$base" is "$want"', ({base, want}) => {
  expect(normalizePrefix(base)).toBe(want);
});
