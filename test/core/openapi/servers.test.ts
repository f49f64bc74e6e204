import {expect, test} from '@jest/globals';
import {MAX_OPERATIONS} from '../../../src/core/base/limits.ts';
import {generate} from '../../../src/core/generate/generate.ts';
import {readServers} from '../../../src/core/openapi/servers.ts';
import {ofKnownRules} from '../../shown-rules.ts';

const settings = {'service.name': 'a', 'path.from_servers': true};

const file = 'file:///specs/openapi.yaml';
const published = 'http://docs.example/specs/v1/openapi.yaml?x=/y';
test.each<{url: string; uri?: string; want: string}>([
  {url: 'https://a.example', want: ''},
  {url: 'HTTPS://me@a.example:8443/V1/?b=/c#/d', want: '/V1'},
  {url: '//a.example/v1//', want: '/v1'},
  {url: '/v1/../v2/./', want: '/v2'},
  {url: '/../../v1/..', want: ''},
  {url: 'v1.0', want: '/v1.0'},
  {url: '../../v1', want: '/v1'},
  {url: '', want: ''},
  {url: '#a', want: ''},
  {url: '/ä b/%20', want: '/ä b/%20'},
  {url: '.', uri: published, want: '/specs/v1'},
  {url: '', uri: published, want: ''},
  {url: './v2', uri: published, want: '/specs/v1/v2'},
  {url: '../$&', uri: published, want: '/specs/$&'},
  {url: '/v2', uri: published, want: '/v2'},
  {url: 'https://a.example', uri: published, want: ''},
])('the path of a server $url of $uri is "$want"', ({url, uri = file, want}) => {
  const servers = readServers({value: [{url}], location: {uri, pointer: '/servers'}});
  expect([...(servers?.paths ?? [])]).toEqual([[want, 0]]);
  expect(servers?.faults).toEqual([]);
});

test('a relative URL is resolved against the document that has it', () => {
  const uri = 'https://a.example/specs/openapi.yaml';
  const documents = new Map([
    ['https://a.example/specs/more/b.yaml', {content: {servers: [{url: './v1'}], get: {}}}],
  ]);
  const paths = {'/a': {get: {}}, '/b': {$ref: 'more/b.yaml'}};
  const document = {openapi: '3.1.0', servers: [{url: 'v1'}], paths};
  const {objects, problems} = generate(document, {uri, documents, settings});
  expect(JSON.stringify(objects).match(/"name":"GET [^"]*/g)).toEqual([
    '"name":"GET /specs/more/v1/b',
    '"name":"GET /specs/v1/a',
  ]);
  expect(ofKnownRules(problems)).toEqual([]);
});

const values = Array.from({length: 10}, (_, index) => String(index));
const names = 'abcdef'.split('');
const variables = Object.fromEntries(names.map((name) => [name, {enum: values}]));
test.each([
  {
    what: 'values of variables',
    document: {
      servers: [{url: `/${names.map((name) => `{${name}}`).join('')}`, variables}],
      paths: {'/a': {get: {}}},
    },
    want: `invalid \`url\` of a server "/{a}{b}{c}{d}{e}{f}": expected at most ${MAX_OPERATIONS} combinations of values`,
  },
  {
    what: 'routes',
    document: {servers: [{url: '/{a}{b}{c}{d}{e}', variables}], paths: {'/a': {get: {}, put: {}}}},
    want: `more than ${MAX_OPERATIONS} routes`,
  },
])('too many $what', ({document, want}) => {
  const {problems} = generate({openapi: '3.1.0', ...document}, {settings});
  expect(ofKnownRules(problems).map(({message}) => message)).toEqual([want]);
});
