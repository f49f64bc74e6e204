import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';

/** The golden case `parameters-declared-to-span-segments` has the other declarations. */
test.each([
  {openapi: '3.1.0', path: '/{a}', name: 'a', want: '/[^/]*'},
  {openapi: '3.2.0', path: '/{a}', name: 'a', want: '/.*'},
  {openapi: '3.2.0', path: '/{:a}', name: '', want: '/.*'},
])('a parameter "$name" with `allowReserved` in $openapi', ({openapi, path, name, want}) => {
  const parameters = [{name, in: 'path', required: true, allowReserved: true}];
  const document = {openapi, paths: {[path]: {get: {parameters}}}};
  const {objects} = generate(document, {settings: {'service.name': 'petstore'}});
  expect(objects).toMatchObject([{spec: {routes: [{condition: {pathRegex: want}}]}}]);
});

test('a parameter that is not there is reported once, and only for paths with parameters', () => {
  const parameters = [{$ref: '#/a'}];
  const paths = {'/a': {parameters, get: {}}, '/{a}': {parameters, get: {parameters}}};
  const {problems} = generate({openapi: '3.1.0', paths}, {settings: {'service.name': 'petstore'}});
  expect(problems).toMatchObject([
    {
      message:
        'unresolved `$ref` "#/a": there is nothing at `/a`; if it is a path parameter, it matches one segment',
      hint: 'refer to a parameter',
      location: {pointer: '/paths/~1{a}/parameters/0/$ref'},
    },
  ]);
});
