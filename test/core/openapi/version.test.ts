import {expect, test} from '@jest/globals';
import {identify, likelyVersion} from '../../../src/core/openapi/version.ts';

test.each([
  {document: {openapi: '3.1'}, want: '3.1'},
  {document: {openapi: '3.2-rc1'}, want: '3.2'},
  {document: {openapi: '3.0.0', swagger: '2.0'}, want: '3.0'},
  {document: {}, want: 'not an OpenAPI description: `openapi` or `swagger` is missing at the root'},
  {document: {openapi: '3.3.0'}, want: 'unsupported OpenAPI version "3.3.0"'},
  {document: {openapi: '3.10.0'}, want: 'unsupported OpenAPI version "3.10.0"'},
  {document: [], want: 'not an OpenAPI description: expected a map, found a list'},
  {document: 'a text', want: 'not an OpenAPI description: expected a map, found a string'},
  {document: {openapi: null}, want: 'invalid `openapi`: expected a string, found nothing'},
  {document: {openapi: 3.1}, want: 'invalid `openapi` 3.1: expected a string'},
  {document: {openapi: 2}, want: 'invalid `openapi` 2: expected a string'},
  {document: {swagger: 2}, want: 'invalid `swagger` 2: expected a string'},
  {document: {swagger: '1.2'}, want: 'unsupported OpenAPI version "1.2"'},
  {document: {openapi: 4}, want: 'unsupported OpenAPI version 4'},
  {document: {swagger: 1.2}, want: 'unsupported OpenAPI version 1.2'},
  {document: {opeanpi: '3.1.0'}, want: 'unknown key "opeanpi", and `openapi` is missing'},
  {document: {OpenAPI: '3.1.0'}, want: 'unknown key "OpenAPI", and `openapi` is missing'},
  {document: {Swagger: '2.0'}, want: 'unknown key "Swagger", and `swagger` is missing'},
  {
    document: {requests: [], order: []},
    want: 'not an OpenAPI description but a Postman collection of version 1',
  },
  {document: {openapi: '2.0'}, want: 'unsupported OpenAPI version "2.0"'},
  {document: {asyncapi: '3.0.0'}, want: 'not an OpenAPI description but an AsyncAPI document'},
  {document: {swaggerVersion: '1.2'}, want: 'not an OpenAPI description but a description of Swagger 1'},
  {document: {info: {}, item: []}, want: 'not an OpenAPI description but a Postman collection'},
  {
    document: {apiVersion: 'v1', kind: 'Service'},
    want: 'not an OpenAPI description but a Kubernetes object',
  },
  {
    document: {overlay: '1.0.0', actions: []},
    want: 'not an OpenAPI description but an OpenAPI Overlay',
  },
  {document: {arazzo: '1.0.1'}, want: 'not an OpenAPI description but an Arazzo description'},
  {document: {apis: {}}, want: "not an OpenAPI description but Redocly's configuration"},
])('$document: $want', ({document, want}) => {
  const identified = identify(document, 'file:///openapi.yaml');
  expect('version' in identified ? identified.version : identified.message).toBe(want);
});

test.each([
  {document: {openapi: 3.0}, want: 'write `openapi: "3.0.3"`'},
  {document: {openapi: 2.0}, want: 'write `swagger: "2.0"`'},
  {document: {openapi: 3.2}, want: 'write `openapi: "3.2.0"`'},
  {document: {swagger: 3}, want: 'write `openapi: "3.0.3"`'},
  {document: {openapi: '3'}, want: 'write `openapi: "3.0.3"`'},
  {document: {swagger: '2'}, want: 'write `swagger: "2.0"`'},
  {document: {Swagger: '2.0'}, want: 'did you mean `swagger`?'},
  {document: {openapi: []}, want: 'supported: OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0'},
])('the hint for $document: $want', ({document, want}) => {
  const identified = identify(document, 'file:///openapi.yaml');
  expect('version' in identified ? undefined : identified.hint).toBe(want);
});

test.each([
  {document: {openapi: 3.1}, want: '3.1'},
  {document: {openapi: '3.9'}, want: '3.2'},
  {document: {swagger: 2}, want: '2.0'},
  {document: {openapi: '4.0'}, want: undefined},
  {document: {}, want: undefined},
])('$document most likely means $want', ({document, want}) => {
  expect(likelyVersion(document)).toBe(want);
});
