import {expect, test} from '@jest/globals';
import {isMisspelledExtension} from '../../../src/core/openapi/ignored-keys.ts';

test.each([
  {key: 'x-apigne', want: true},
  {key: 'x-apgen', want: true},
  {key: 'X-Apigen', want: true},
  {key: 'xapigen', want: true},
  {key: 'x-apigens', want: true},
  {key: 'x-apigen', want: false},
  {key: 'x-apigee', want: false},
  {key: 'X-Apigee', want: false},
  {key: 'x-api', want: false},
  {key: 'x-amazon-apigateway', want: false},
  {key: 'description', want: false},
])('$key was meant for x-apigen: $want', ({key, want}) => {
  expect(isMisspelledExtension(key)).toBe(want);
});
