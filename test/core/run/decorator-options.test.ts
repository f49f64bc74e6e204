import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/json.ts';
import {hintOf} from '../../../src/core/problem.ts';
import {readDecoratorOptions} from '../../../src/core/run/decorator-options.ts';

const at = {uri: 'file:///redocly.yaml', pointer: '/decorators/mesh'};

describe('the options of the decorator', () => {
  test.each<{given: JsonMap; settings: object; run: object}>([
    {given: {}, settings: {}, run: {}},
    {given: {namespace: null, service: null, strict: null, output: null}, settings: {}, run: {}},
    {
      given: {'service.name': 'petstore', service: {port: 8080}, namespace: 'shop', strict: true},
      settings: {'service.name': 'petstore', 'service.port': 8080, namespace: 'shop'},
      run: {strict: true},
    },
    {
      given: {output: 'mesh/{api}.yaml', allowOutside: true, severity: 'warn'},
      settings: {},
      run: {output: 'mesh/{api}.yaml', allowOutside: true, severity: 'warn'},
    },
  ])('$given', ({given, settings, run}) => {
    expect(readDecoratorOptions(given, at)).toEqual({options: {settings, run}, problems: []});
  });

  test.each<{given: JsonMap; pointer: string; code: string; message: string; hint: unknown}>([
    {
      given: {servce: 1},
      pointer: '/servce',
      code: 'unknown-setting',
      message: 'unknown option "servce"',
      hint: 'did you mean `service`?',
    },
    {
      given: {disabled: true},
      pointer: '/disabled',
      code: 'unknown-setting',
      message: 'unknown option "disabled"',
      hint: expect.stringMatching(/^known here: `.+`$/),
    },
    {
      given: {strict: 'yes'},
      pointer: '/strict',
      code: 'setting-value',
      message: 'invalid `strict` "yes": expected true or false',
      hint: 'for example `strict: true`',
    },
    {
      given: {apiVersion: 'v1'},
      pointer: '/apiVersion',
      code: 'setting-value',
      message:
        'invalid `apiVersion` "v1": expected one of mesh.io/v1alpha2, linkerd.io/v1alpha2, gateway.networking.k8s.io/v1',
      hint: 'for example `apiVersion: "linkerd.io/v1alpha2"`',
    },
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
