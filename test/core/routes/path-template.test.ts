import {expect, test} from '@jest/globals';
import {templateFault} from '../../../src/core/routes/path-template.ts';
import {unsentPath} from '../../../src/core/routes/unsent-path.ts';

test.each([
  {path: '/{any name/at all}', want: undefined},
  {path: `/${'a'.repeat(8191)}`, want: undefined},
  {path: `/${'a'.repeat(8192)}`, want: 'at most 8192 characters'},
])('expected of "$path": $want', ({path, want}) => {
  expect(templateFault(path)?.expected).toBe(want);
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
