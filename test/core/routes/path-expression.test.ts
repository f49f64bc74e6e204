import {expect, test} from '@jest/globals';
import {expressionText, pathExpression} from '../../../src/core/routes/path-expression.ts';
import {pathRegex} from '../../../src/core/routes/path-regex.ts';
import {MARK} from '../../../src/core/routes/pattern-marks.ts';

test('what no text in YAML has is encoded, as is a brace in a prefix', () => {
  expect(pathRegex('/\ud83d{', pathExpression('/\0'))).toBe('/%EF%BF%BD%7B/%00');
});

test.each([
  {template: '/', want: '/'},
  {template: '/a/{b}.json', want: '/a/{}.json'},
  {template: '/{a}{b}', want: '/{}'},
  {template: '/{a}{b}x{c}{d}{e}/{f}', want: '/{}x{}/{}'},
  {template: '/ä {x}', want: '/%C3%A4%20{}'},
  {template: '/[', want: '/['},
  {template: '/%5B', want: '/%5B'},
])('the text of the expression $template', ({template, want}) => {
  expect(expressionText(pathExpression(template))).toBe(want.replaceAll('{}', MARK.parameter));
});
