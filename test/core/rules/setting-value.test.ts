import {describe, expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';

const uri = 'file:///openapi.yaml';

function problemsWith(atRoot: object | undefined, byFlag: {readonly [key: string]: string}) {
  const extension = {service: {name: 'petstore'}, ...(atRoot ? {annotations: atRoot} : {})};
  const document = {openapi: '3.1.0', 'x-apigen': extension, paths: {'/pets': {get: {}}}};
  const {problems} = generate(document, {settings: {annotations: byFlag}, uri});
  return problems.filter(({severity}) => severity === 'error');
}

const inExtension = {location: {uri, pointer: '/x-apigen/annotations'}};

const tooLarge = (found: number, place: object) => ({
  code: 'setting-value',
  severity: 'error',
  message: `invalid \`annotations\`: expected at most 262144 bytes in all, found ${found}`,
  hint: 'shorten or remove some of them',
  setting: 'annotations',
  ...place,
});

describe('the size of all annotations', () => {
  test.each([
    {what: '256 KiB', atRoot: {a: 'b'.repeat(262_143)}, byFlag: {}, want: []},
    {
      what: 'one byte more',
      atRoot: {a: 'b'.repeat(262_144)},
      byFlag: {},
      want: [tooLarge(262_145, inExtension)],
    },
    {
      what: 'letters of two bytes',
      atRoot: {a: 'é'.repeat(131_072)},
      byFlag: {},
      want: [tooLarge(262_145, inExtension)],
    },
    {
      what: 'two levels that are too large together',
      atRoot: {a: 'b'.repeat(200_000)},
      byFlag: {c: 'd'.repeat(200_000)},
      want: [tooLarge(400_002, inExtension)],
    },
    {
      what: 'a level that replaces the other',
      atRoot: {a: 'b'.repeat(200_000)},
      byFlag: {a: 'd'.repeat(200_000)},
      want: [],
    },
    {
      what: 'a flag alone',
      atRoot: undefined,
      byFlag: {a: 'b'.repeat(300_000)},
      want: [tooLarge(300_001, {flag: 'annotations'})],
    },
  ])('$what', ({atRoot, byFlag, want}) => {
    expect(problemsWith(atRoot, byFlag)).toEqual(want);
  });
});
