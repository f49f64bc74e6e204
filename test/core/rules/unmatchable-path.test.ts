import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';

const uri = 'file:///openapi.yaml';
const paths = {'/pets': {get: {}}};
const inExtension = (base: string) => ({openapi: '3.1.0', 'x-apigen': {path: {base}}, paths});

const byFlag = {flag: 'path.base'};

test.each([
  {
    where: 'x-apigen',
    document: inExtension('/a?b'),
    flag: undefined,
    want: {location: {uri, pointer: '/x-apigen/path/base'}},
  },
  {
    where: 'basePath',
    document: {swagger: '2.0', basePath: '/a?b', paths},
    flag: undefined,
    want: {location: {uri, pointer: '/basePath'}},
  },
  {where: 'a flag', document: {openapi: '3.1.0', paths}, flag: '/a?b', want: byFlag},
  {where: 'a flag, over x-apigen', document: inExtension('/c'), flag: '/a?b', want: byFlag},
  {
    where: 'a flag, next to other settings',
    document: {openapi: '3.1.0', 'x-apigen': {}, paths},
    flag: '/a?b',
    want: byFlag,
  },
])('a prefix with a query in $where is reported there', ({document, flag, want}) => {
  const settings = {'service.name': 'pets', ...(flag === undefined ? {} : {'path.base': flag})};
  const {problems} = generate(document, {uri, settings});
  expect(problems).toEqual([
    {
      code: 'unmatchable-path',
      severity: 'warning',
      message: '`path.base` "/a?b" never matches: "?" begins the query, which is not part of a path',
      hint: 'end it before "?", and describe the query as parameters',
      ...want,
    },
  ]);
});
