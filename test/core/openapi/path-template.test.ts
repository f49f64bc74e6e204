import {expect, test} from '@jest/globals';
import {
  literalsOf,
  normalizePrefix,
  segmentsIn,
  templateFault,
} from '../../../src/core/openapi/path-template.ts';

test.each([
  {path: '/', want: undefined},
  {path: '/pets/{id}', want: undefined},
  {path: '/a{b}c{d}', want: undefined},
  {path: '/{any name/at all}', want: undefined},
  {path: '/ä 😀', want: undefined},
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
  {template: '/', segments: 1},
  {template: '/a/{b}.json/', segments: 3},
])('$template has $segments segments', ({template, segments}) => {
  expect(segmentsIn(template)).toBe(segments);
});

test.each([
  {base: '', want: ''},
  {base: '/', want: ''},
  {base: 'api', want: '/api'},
  {base: '/api/v1/', want: '/api/v1'},
])('the prefix of "$base" is "$want"', ({base, want}) => {
  expect(normalizePrefix(base)).toBe(want);
});
