import {expect, test} from '@jest/globals';
import {inlinePattern, templateFault, templateParts} from '../../../src/core/routes/path-template.ts';
import {unsentPath} from '../../../src/core/routes/unsent-path.ts';

test.each([
  {path: '/{any name/at all}', want: undefined},
  {path: `/${'a'.repeat(8191)}`, want: undefined},
  {path: `/${'a'.repeat(8192)}`, want: 'at most 8192 characters'},
])('expected of "$path": $want', ({path, want}) => {
  expect(templateFault(path)?.expected).toBe(want);
});

/** The templates of frameworks: golden cases `paths-of-frameworks…` have their routes. */
test.each([
  {path: '/users/{id}?', parts: ['/id?'], pattern: undefined},
  {path: '/opt/{id?}', parts: ['/id?'], pattern: undefined},
  {path: '/{id}?/x', parts: ['id'], pattern: undefined},
  {path: '/a-{id}?', parts: ['id'], pattern: undefined},
  {path: '/exact/{$}', parts: [], pattern: undefined},
  {path: '/{$}', parts: [], pattern: undefined},
  {path: '/{$}/x', parts: ['$'], pattern: undefined},
  {path: '/year/{y:[0-9]{4}}', parts: ['y:[0-9]{4}'], pattern: '[0-9]{4}'},
  {
    path: '/{ y : [0-9]{1,2}[a-z]{3} }.json',
    parts: [' y : [0-9]{1,2}[a-z]{3} '],
    pattern: '[0-9]{1,2}[a-z]{3}',
  },
  {path: '/users/{id}{[0-9]+}', parts: ['id:[0-9]+'], pattern: '[0-9]+'},
  {path: '/users/{id}{[0-9]{4}}?', parts: ['/id?:[0-9]{4}'], pattern: '[0-9]{4}'},
  {path: '/img/{name}{(a|b)}.{ext}', parts: ['name:(a|b)', 'ext'], pattern: '(a|b)'},
  // Not patterns.
  {path: '/:id{.+}/:n{.{2}}/{x}', parts: ['x'], pattern: undefined},
  {path: '/{id}{.+}', parts: ['id:.+'], pattern: undefined},
  {path: '/{a}{b}', parts: ['a', 'b'], pattern: undefined},
  {path: '/{a}{.b*}{?c,d}', parts: ['a', '.b*', '?c,d'], pattern: undefined},
  {path: '/{id:int:min(1)}', parts: ['id:int:min(1)'], pattern: undefined},
  {path: '/{id:length(6)}', parts: ['id:length(6)'], pattern: undefined},
  {path: '/{name=a/*}', parts: ['name=a/*'], pattern: undefined},
])('the parameters of $path', ({path, parts, pattern}) => {
  const found = templateParts(path).filter((_, index) => index % 2 === 1);
  expect({parts: found, pattern: inlinePattern(found[0] ?? '')}).toEqual({parts, pattern});
});

/** The golden case `paths-that-clients-do-not-send` has those with a fault. */
test.each([
  ...['/', '/a/', '/.well-known/a', '/a/...', '/a b', '/$batch', '/a$', '/Products(1)', '/a[0]', '/a<b'],
  ...['/v1/{name}:cancel', '/v1/pets:batch', '/{a}-{b}.{c}', '/{id:}', '/{ id }', '/{a?#}', '/%7b'],
  // Parameters that span segments.
  ...['/{p+}', '/{+p}', '/{p*}', '/{*p}', '/{**p}', '/{p...}', '/{p:.*}', '/{p:.+}', '/{p: path}', '/{p:**}'],
  ...['/{name=a/*/b/**}', '/a{/c}'],
])('%s has no fault', (path) => {
  expect(unsentPath(path)).toBe(undefined);
});

test.each(['{?x,y}', '{#x}', '{&x}'])('%s matches requests as without it', (found) => {
  expect(unsentPath(`/a${found}`)).toEqual({
    fault: `matches requests without "${found}", which is not part of a path`,
    hint: 'write "/a"',
  });
});

test('a wildcard after a parameter makes it span segments', () => {
  expect(unsentPath('/a/{id}*')).toEqual({
    fault: 'takes "*" literally: OpenAPI has no wildcards',
    hint: 'write "/a/{id}" with `path.multi_segment: [id]`',
  });
});

test('a long path takes no long time', () => {
  expect(unsentPath('/*'.repeat(4000))?.hint.endsWith('{rest}" with `path.multi_segment: [rest]`')).toBe(
    true,
  );
});
