import {expect, test} from '@jest/globals';
import {readDecoratorOptions} from '../../../src/core/options/decorator-options.ts';

test('options are nested, dotted or null, and `message` is of Redocly alone', () => {
  const given = {
    ...{'service.name': 'petstore', service: {port: 8080}, namespace: 'shop', labels: null},
    ...{strict: true, severity: 'warn', output: null, message: 'a'},
  };
  const settings = {'service.name': 'petstore', 'service.port': 8080, namespace: 'shop'};
  const at = {uri: 'file:///redocly.yaml', pointer: '/decorators/mesh'};
  const options = {settings, run: {strict: true, severity: 'warn'}};
  expect(readDecoratorOptions(given, at)).toEqual({options, problems: []});
});
