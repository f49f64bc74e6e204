import {describe, expect, test} from '@jest/globals';
import {detectVersion, HTTP_METHODS, isMethodName, likelyVersion} from '../../../src/core/openapi/version.ts';

describe('the version of a document', () => {
  test.each([
    {document: {openapi: '3.0.0'}, want: '3.0'},
    {document: {openapi: '3.1.1'}, want: '3.1'},
    {document: {openapi: '3.2.0-rc1'}, want: '3.2'},
    {document: {openapi: '3.1'}, want: '3.1'},
    {document: {swagger: '2.0'}, want: '2.0'},
    {document: {openapi: '3.0.0', swagger: '2.0'}, want: '3.0'},
    {document: {}, want: {field: undefined, declared: undefined}},
    {document: {openapi: '3.3.0'}, want: {field: 'openapi', declared: '3.3.0'}},
    {document: {openapi: '3.10.0'}, want: {field: 'openapi', declared: '3.10.0'}},
    {document: {openapi: '2.0'}, want: {field: 'openapi', declared: '2.0'}},
    {document: {openapi: 3.1}, want: {field: 'openapi', declared: 3.1}},
    {document: {openapi: null}, want: {field: 'openapi', declared: null}},
    {document: {swagger: '1.2'}, want: {field: 'swagger', declared: '1.2'}},
    {document: {swagger: 2}, want: {field: 'swagger', declared: 2}},
  ])('$document: $want', ({document, want}) => {
    expect(detectVersion(document)).toEqual(want);
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
});

test('query is a method since 3.2', () => {
  const versions = Object.entries(HTTP_METHODS).filter(([, methods]) => methods.includes('query'));
  expect(versions.map(([version]) => version)).toEqual(['3.2']);
});

test.each([
  {name: 'LINK', want: true},
  {name: 'm-search', want: true},
  {name: '', want: false},
  {name: 'CO PY', want: false},
  {name: 'ä', want: false},
])('"$name" is the name of a method: $want', ({name, want}) => {
  expect(isMethodName(name)).toBe(want);
});
