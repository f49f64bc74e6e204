import {expect, test} from '@jest/globals';
import {
  suggestName,
  suggestParameters,
  suggestSettings,
} from '../../../src/commands/init/suggest-settings.ts';
import {readOpenapi} from '../../../src/core/openapi/description.ts';

const TITLES = [
  {title: 'A swagger API', name: undefined},
  {title: 'API', name: undefined},
  {title: 'API documentation', name: undefined},
  {title: 'Api Documentation', name: undefined},
  {title: 'API title', name: undefined},
  {title: 'API V1', name: undefined},
  {title: 'APIFlask', name: undefined},
  {title: 'Elysia Documentation', name: undefined},
  {title: 'FastAPI', name: undefined},
  {title: 'Generated API', name: undefined},
  {title: 'Hono Documentation', name: undefined},
  {title: 'Litestar API', name: undefined},
  {title: 'LoopBack Application', name: undefined},
  {title: 'NinjaAPI', name: undefined},
  {title: 'OpenAPI', name: undefined},
  {title: 'OpenAPI definition', name: undefined},
  {title: 'REST API', name: undefined},
  {title: 'Robyn API', name: undefined},
  {title: 'Service API Document', name: undefined},
  {title: 'TSOA', name: undefined},
  {title: 'shop/v1/orders.proto', name: undefined},
  {title: '', name: undefined},
  {title: 7, name: undefined},
  {title: 'Orders OpenAPI definition', name: 'orders-definition'},
  {title: 'FastAPI Orders', name: 'fastapi-orders'},
  {title: 'Proto', name: 'proto'},
];

test.each(TITLES)('the title $title suggests the name $name', ({title, name}) => {
  const document = {openapi: '3.1.0', info: {title}};
  expect(suggestSettings(document)['service.name']?.text).toBe(name);
  expect(suggestName('{title}', 'a.yaml', document)['service.name']?.text).toBe(name);
});

const BY_PATTERNS = {text: 'schema', from: 'their patterns'};
const NOTHING = {text: '', from: ''};

test.each([
  {path: '/a/{x}', schema: {pattern: '^shelves/[^/]+$'}, want: BY_PATTERNS},
  {path: '/a/{x}', schema: {pattern: '^[0-9]+$'}, want: NOTHING},
  {path: '/a/{x}', schema: {type: 'integer'}, want: NOTHING},
  {path: '/a/{y:[0-9]+}', schema: {}, want: NOTHING},
  {path: '/a/{x}', schema: {pattern: '.*'}, want: undefined},
  {path: '/a/{x}', schema: {type: 'number'}, want: undefined},
  {path: '/a/{x+}', schema: {pattern: '^shelves/[^/]+$'}, want: undefined},
])('$path with $schema suggests $want for `path.parameters`', ({path, schema, want}) => {
  const parameters = [{name: 'x', in: 'path', required: true, schema}];
  const document = {openapi: '3.1.0', paths: {[path]: {get: {parameters}}}};
  const description = readOpenapi({document, version: '3.1'}, 'file:///a.yaml', new Map());
  expect(suggestParameters(description)['path.parameters']).toEqual(want);
});
