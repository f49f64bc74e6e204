import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/base/json.ts';
import {readDecoratorOptions} from '../../../src/core/options/decorator-options.ts';

const at = {uri: 'file:///redocly.yaml', pointer: '/decorators/mesh'};

describe('the options of the decorator', () => {
  test.each<{given: JsonMap; settings: object; run: object}>([
    {given: {}, settings: {}, run: {}},
    {given: {message: 'of Redocly alone'}, settings: {}, run: {}},
    {given: {namespace: null, service: null, strict: null, output: null}, settings: {}, run: {}},
    {
      given: {
        'service.name': 'petstore',
        service: {port: 8080},
        namespace: 'shop',
        strict: true,
        severity: 'warn',
      },
      settings: {'service.name': 'petstore', 'service.port': 8080, namespace: 'shop'},
      run: {strict: true, severity: 'warn'},
    },
  ])('$given', ({given, settings, run}) => {
    expect(readDecoratorOptions(given, at)).toEqual({options: {settings, run}, problems: []});
  });
});
