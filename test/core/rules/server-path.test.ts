import {describe, expect, it} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';

const uri = 'file:///openapi.yaml';

interface Given {
  readonly servers?: unknown;
  readonly base?: unknown;
  readonly flag?: string;
  readonly version?: string;
}

function findings({servers, base, flag, version = '3.1.0'}: Given) {
  const document = {
    ...(version === '2.0' ? {swagger: version} : {openapi: version}),
    ...(servers === undefined ? {} : {servers}),
    'x-apigen': {service: {name: 'a'}, ...(base === undefined ? {} : {path: {base}})},
    paths: {'/a': {get: {}}},
  };
  const settings = flag === undefined ? {} : {'path.base': flag};
  return generate(document, {uri, settings, strict: true}).problems;
}

const at = (...urls: unknown[]) => urls.map((url) => ({url}));
const variables = (url: string, given: unknown) => [{url, variables: given}];

describe('all servers share a path', () => {
  it.each<{given: Given; path: string}>([
    {given: {servers: at('https://api.example.com/v1')}, path: '/v1'},
    {given: {servers: at('https://api.example.com/v1/')}, path: '/v1'},
    {given: {servers: at('https://a.example/api/v1', 'http://b.example:8080/api/v1/')}, path: '/api/v1'},
    {given: {servers: at('/v1', '//a.example/v1?x=/y#/z')}, path: '/v1'},
    {given: {servers: at('/a b/ä/%20')}, path: '/a b/ä/%20'},
    {given: {servers: variables('https://a.example/{b}', {b: {default: 'v2'}})}, path: '/v2'},
    {
      given: {servers: variables('{s}/v{n}', {s: {default: 'https://a.example'}, n: {default: 2}})},
      path: '/v2',
    },
    {given: {servers: variables('https://{host}/v2', {})}, path: '/v2'},
    {given: {servers: at('/v1'), base: null}, path: '/v1'},
    {given: {servers: at('/v1'), version: '3.0.3'}, path: '/v1'},
  ])('$given: $path', ({given, path}) => {
    expect(findings(given)).toEqual([
      {
        code: 'server-path',
        severity: 'note',
        message: `\`path.base\` is not set: the routes do not begin with "${path}", the path of all \`servers\``,
        hint: `set \`path.base\` to "${path}" if requests reach the Service with it, or to "/" if a gateway removes it`,
        setting: 'path.base',
        location: {uri, pointer: '/servers', at: 'key'},
      },
    ]);
  });

  it.each<{given: Given}>([
    {given: {servers: at('/v1'), base: '/v1'}},
    {given: {servers: at('/v1'), base: '/'}},
    {given: {servers: at('/v1'), base: ''}},
    {given: {servers: at('/v1'), flag: '/'}},
    {given: {}},
    {given: {servers: []}},
    {given: {servers: at('/')}},
    {given: {servers: at('')}},
    {given: {servers: at('https://a.example', 'https://a.example/')}},
    {given: {servers: at('https://a.example/v1', 'https://a.example/v2')}},
    {given: {servers: at('https://a.example/v1', 'https://a.example')}},
    {given: {servers: at('v1')}},
    {given: {servers: at('./')}},
    {given: {servers: at('https://a.example/a//b')}},
    {given: {servers: at(5, undefined)}},
    {given: {servers: ['/v1']}},
    {given: {servers: {url: '/v1'}}},
    {given: {servers: variables('https://a.example/{b}', {})}},
    {given: {servers: variables('https://a.example/{b}', {b: {default: true}})}},
    {given: {servers: at('/v1'), version: '2.0'}},
  ])('not with $given', ({given}) => {
    expect(findings(given)).toEqual([]);
  });
});
