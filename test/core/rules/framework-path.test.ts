import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';

const rest = (name: string, path: string) =>
  `{${name}} in "${path}" matches one segment, but frameworks leave out of a description that a parameter spans several: set \`path.multi_segment: [${name}]\` if it does`;
const made = (name: string, path: string, literal: string) =>
  `{${name}} in "${path}" matches any text: Fastify writes it for \`::${name}\`: write "${literal}" if ":${name}" is literal`;
const prefix = (base: string) => `a path begins with the prefix "${base}" already`;
const REMOVE = 'remove it from the path or the prefix if requests have it once';

const parameter = (name: string, schema: object) => ({in: 'path', name, required: true, schema});
const STRING = {type: 'string', title: 'File Path'};
const TYPED = [
  {enum: ['a']},
  {pattern: 'a'},
  {format: 'uuid'},
  {format: 'path'},
  {type: 'integer'},
  {anyOf: [{type: 'integer'}]},
];

test.each<{path: string; schemas?: object[]; settings?: object; root?: object; want: string[]}>([
  ...['path', 'file_path', 'filePath', 'full-path', 'Path'].map((name) => ({
    path: `/files/{${name}}`,
    want: [rest(name, `/files/{${name}}`)],
  })),
  {path: '/{full_path}', want: [rest('full_path', '/{full_path}')]},
  {path: '/files/{path?}', want: [rest('path', '/files/{path?}')]},
  {path: '/files/{path}', schemas: [STRING], want: [rest('path', '/files/{path}')]},
  // Known, or something else.
  ...TYPED.map((schema) => ({path: '/files/{path}', schemas: [schema], want: []})),
  ...[
    '/{xpath}',
    '/{xPath}',
    '/{paths}',
    '/{path}/x',
    '/{path}.json',
    '/{path:path}',
    '/{path+}',
    '/{*path}',
  ].map((path) => ({path, want: []})),
  {path: '/files/{path}', settings: {'path.multi_segment': ['path']}, want: []},
  // As @fastify/swagger writes them.
  {path: '/jobs/{id}:{cancel}', want: [made('cancel', '/jobs/{id}:{cancel}', '/jobs/{id}:cancel')]},
  {path: '/a/{id}:{b}/c', schemas: [], want: [made('b', '/a/{id}:{b}/c', '/a/{id}:b/c')]},
  ...['/{a}-{b}', '/a:{b}', '/{a}:{b}-{c}', '/{a}:b'].map((path) => ({path, want: []})),
  // swag, and others.
  {path: '/v1/a', settings: {'path.base': '/v1'}, want: [`${prefix('/v1')}: ${REMOVE}`]},
  {path: '/v1', root: {swagger: '2.0', basePath: '/v1'}, want: [`${prefix('/v1')}: ${REMOVE}`]},
  {
    path: '/v1/a',
    root: {servers: [{url: '/v1'}]},
    settings: {'path.from_servers': true},
    want: [`${prefix('/v1')}: ${REMOVE}`],
  },
  {
    path: '/v1/a',
    root: {servers: [{url: '/v1'}]},
    want: [`${prefix('/v1')}: set \`path.base\` to "/" if requests have it once`],
  },
  {path: '/v1/a', root: {servers: [{url: '/v1'}]}, settings: {'path.base': '/'}, want: []},
  {path: '/v12/a', settings: {'path.base': '/v1'}, want: []},
])('$path with $schemas, $settings, $root', ({path, schemas = [{type: 'string'}], settings, root, want}) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = names.flatMap((name) => schemas.map((schema) => parameter(name, schema)));
  const version = root && 'swagger' in root ? {} : {openapi: '3.0.3'};
  const document = {...version, ...root, paths: {[path]: {get: {parameters}, post: {parameters}}}};
  const {problems} = generate(document, {settings: {'service.name': 'files', ...settings}});
  const found = problems.filter(({code}) => code === 'framework-path');
  expect(found.map(({message, hint}) => `${message}: ${hint}`)).toEqual(want);
});

test('a parameter that is declared by reference in Swagger 2.0', () => {
  const of = (file: object) =>
    generate(
      {
        swagger: '2.0',
        paths: {'/{path}': {get: {parameters: [{$ref: '#/parameters/file'}]}}},
        parameters: {file: {in: 'path', name: 'path', required: true, type: 'string', ...file}},
      },
      {settings: {'service.name': 'files'}},
    ).problems.map(({code}) => code);
  expect([of({}), of({pattern: 'a'})]).toEqual([['framework-path'], []]);
});
