import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';

const uri = 'file:///openapi.yaml';
const paths = {'/pets': {get: {}}};
const inExtension = (base: string) => ({openapi: '3.1.0', 'x-apigen': {path: {base}}, paths});

test.each([
  {where: 'x-apigen', document: inExtension('/a?b'), flag: undefined, want: '/x-apigen/path/base'},
  {
    where: 'basePath',
    document: {swagger: '2.0', basePath: '/a?b', paths},
    flag: undefined,
    want: '/basePath',
  },
  {where: 'a flag', document: {openapi: '3.1.0', paths}, flag: '/a?b', want: ''},
  {where: 'a flag, over x-apigen', document: inExtension('/c'), flag: '/a?b', want: ''},
  {
    where: 'a flag, next to other settings',
    document: {openapi: '3.1.0', 'x-apigen': {}, paths},
    flag: '/a?b',
    want: '',
  },
])('a prefix with a query in $where is reported there', ({document, flag, want}) => {
  const settings = {'service.name': 'pets', ...(flag === undefined ? {} : {'path.base': flag})};
  const {problems} = generate(document, {uri, settings});
  expect(problems.map(({code, message, location}) => ({code, message, location}))).toEqual([
    {
      code: 'unmatchable-path',
      message: '`path.base` "/a?b" never matches: "?" begins the query, which is not part of a path',
      location: {uri, pointer: want},
    },
  ]);
});
