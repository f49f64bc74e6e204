import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/json.ts';
import {readDecoratorOptions} from '../../../src/core/options/decorator-options.ts';
import {hintOf} from '../../../src/core/problem.ts';

const at = {uri: 'file:///redocly.yaml', pointer: '/decorators/mesh'};

describe('the options of the decorator', () => {
  test.each<{given: JsonMap; settings: object; run: object}>([
    {given: {}, settings: {}, run: {}},
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

  test.each<{given: JsonMap; pointer: string; code: string; message: string; hint: unknown}>([
    {
      given: {output: '{x}.yaml'},
      pointer: '/output',
      code: 'setting-value',
      message:
        'invalid `output` "{x}.yaml": expected the path of a file with "/" between folders, in which `{service}`, `{namespace}`, `{api}` are replaced',
      hint: 'for example `output: "mesh/{api}.yaml"`',
    },
  ])('$given is refused', ({given, pointer, code, message, hint}) => {
    const {problems} = readDecoratorOptions(given, at);
    expect(problems.map((problem) => ({...problem, hint: hintOf(problem)}))).toMatchObject([
      {code, severity: 'error', message, hint, location: {uri: at.uri, pointer: `${at.pointer}${pointer}`}},
    ]);
  });
});
