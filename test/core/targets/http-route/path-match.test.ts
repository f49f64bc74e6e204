import {expect, test} from '@jest/globals';
import {MESHES} from '../../../../src/core/meshes.ts';
import {pathExpression} from '../../../../src/core/routes/path-expression.ts';
import {pathMatch} from '../../../../src/core/targets/http-route/described-route.ts';

test.each([
  {path: '/', want: 'Exact /'},
  {path: '/pets/', want: 'Exact /pets/'},
  {path: "/a.b~c!$&'()*+,;=:@-_", want: "Exact /a.b~c!$&'()*+,;=:@-_"},
  {path: '/a b/ä', want: 'Exact /a%20b/%C3%A4'},
  {path: '/100%', want: 'Exact /100%25'},
  {path: '/%41', want: 'Exact /%41'},
  {path: '/pets', prefix: '/v1.0', want: 'Exact /v1.0/pets'},
  {path: '/a..b/...', want: 'Exact /a..b/...'},
  {path: '/{id}', want: 'RegularExpression /[^/]*'},
  {path: '/pets', prefix: '/{x}', want: 'Exact /%7Bx%7D/pets'},
  {path: '//', want: 'RegularExpression //'},
  {path: '/a//b', want: 'RegularExpression /a//b'},
  {path: '/./a', want: 'RegularExpression /\\./a'},
  {path: '/a/..', want: 'RegularExpression /a/\\.\\.'},
  {path: '/a/.', want: 'RegularExpression /a/\\.'},
  {path: '/a%2Fb', want: 'RegularExpression /a%2Fb'},
  {path: '/a%2fb', want: 'RegularExpression /a%2fb'},
  {path: '/a[b', want: 'RegularExpression /a(?:\\[|%5B)b'},
  {path: '/{+a}/b{/c}', want: 'RegularExpression /.*/b(?:/.*)?$'},
  {path: '/a b', gateway: MESHES.kong.gateway, want: 'RegularExpression /a(?:%20|\\x20)b$'},
  {path: '/a;b', gateway: MESHES.kong.gateway, want: 'RegularExpression /a\\x3Bb$'},
])('$path: $want', ({path, prefix = '', gateway, want}) => {
  const {type, value} = pathMatch(prefix, pathExpression(path), gateway);
  expect(`${type} ${value}`).toBe(want);
});

test.each([
  {path: '/', want: 'Exact /'},
  {path: '/1/', want: 'Exact /1/'},
  {path: '/', prefix: '/V1', want: 'RegularExpression /(?i:v1/)'},
  {path: '/Pets/{petId}', want: 'RegularExpression /(?i:pets/[^/]*)'},
  {path: '/1/{id}', want: 'RegularExpression /1/[^/]*'},
  {path: '/Ä/a%c3', want: 'RegularExpression /(?i:%C3%84/a%C3)'},
  {path: '/A$', want: 'RegularExpression /(?i:a\\$)'},
  {path: '/[', want: 'RegularExpression /(?i:(?:\\[|%5B))'},
  {path: '/{+a}/B{/c}', want: 'RegularExpression /(?i:.*/b(?:/.*)?)$'},
  {
    path: '/A b/Ä',
    gateway: MESHES.kong.gateway,
    want: 'RegularExpression /(?i:a(?:%20|\\x20)b/(?:%C3%84|(?-i:Ä)))$',
  },
  {path: '/Pets', gateway: MESHES.traefik.gateway, want: 'RegularExpression ^/(?i:pets)$'},
  {path: '/A{x}', gateway: MESHES.nginx.gateway, want: 'RegularExpression /(?!_ngf-internal-)(?i:a[^/]*)$'},
])('$path without case: $want', ({path, prefix = '', gateway, want}) => {
  const {type, value} = pathMatch(prefix, pathExpression(path), gateway, true);
  expect(`${type} ${value}`).toBe(want);
});
