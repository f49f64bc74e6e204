import {expect, test} from '@jest/globals';
import {hintOf} from '../../../src/core/base/problem.ts';
import {ignoredKeys, misspelledExtension} from '../../../src/core/openapi/ignored-keys.ts';

test.each([
  {key: 'x-apigne', want: 'x-apigen'},
  {key: 'x-apgen', want: 'x-apigen'},
  {key: 'X-Apigen', want: 'x-apigen'},
  {key: 'xapigen', want: 'x-apigen'},
  {key: 'x-apigens', want: 'x-apigen'},
  {key: 'x-apigen', want: undefined},
  {key: 'x-apigee', want: undefined},
  {key: 'X-Apigee', want: undefined},
  {key: 'x-apigw', want: undefined},
  {key: 'x-apigen-models', want: undefined},
  {key: '// not public "x-apigen"', want: 'x-apigen'},
  {key: 'x-apigen-ignor', want: 'x-apigen-ignore'},
  {key: 'X-Apigen-Ignores', want: 'x-apigen-ignore'},
  {key: 'x-apigen-ignore', want: undefined},
  {key: '// "x-apigen-ignore"', want: 'x-apigen-ignore'},
  {key: 'x-api', want: undefined},
  {key: 'x-amazon-apigateway', want: undefined},
  {key: 'description', want: undefined},
])('$key was meant for $want', ({key, want}) => {
  expect(misspelledExtension(key)).toBe(want);
});

const METHOD = 'if it is a method, move it to `additionalOperations` of OpenAPI 3.2; ';
const REMOVE = 'remove it, or begin it with `x-`';

test.each([
  {version: '2.0', key: 'parameters', want: []},
  {version: '2.0', key: 'trace', want: []},
  {version: '2.0', key: 'servers', want: ['use OpenAPI 3.0, the first with `servers` in path items']},
  {version: '3.0', key: 'servers', want: []},
  {version: '3.1', key: 'Query', want: ['use OpenAPI 3.2, the first with `query` in path items']},
  {version: '3.2', key: 'query', want: []},
  {version: '3.2', key: 'Query', want: ['did you mean `query`?']},
  {version: '3.2', key: 'additionaloperations', want: ['did you mean `additionalOperations`?']},
  {version: '3.2', key: 'COPY', want: [`${METHOD.replace(' of OpenAPI 3.2', '')}otherwise ${REMOVE}`]},
  {version: '3.1', key: 'del', want: [`${METHOD}otherwise ${REMOVE}`]},
  {version: '3.1', key: 'fetch', want: ['did you mean `get`?']},
  {version: '3.1', key: '\u00a0PSOT', want: ['did you mean `post`?']},
  {version: '3.1', key: 'sumary', want: ['did you mean `summary`?']},
  {version: '3.1', key: 'x-copy', want: []},
] as const)('key $key of a path item in $version', ({version, key, want}) => {
  const item = {value: {[key]: {}}, location: {uri: 'file:///openapi.yaml', pointer: '/paths/~1a'}};
  expect(ignoredKeys(item, 'path', version).map(hintOf)).toEqual(want);
});

test('a key of a path item that is not a map cannot be a method', () => {
  const item = {value: {tags: []}, location: {uri: 'file:///openapi.yaml', pointer: '/paths/~1a'}};
  expect(ignoredKeys(item, 'path', '3.1').map(hintOf)).toEqual([REMOVE]);
});
