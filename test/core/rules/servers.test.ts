import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';
import {ofKnownRules} from '../../shown-rules.ts';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'];

const ALL =
  'server-path: `path.base` is not set: the routes do not begin with "/v1", the path of all `servers`';
const ROOT =
  'server-path: `path.base` is not set: the routes do not begin with "/v1", the path of the `servers` at the root';
const NOT = 'server-path: `path.base` is "/v3", not';
const own = (paths: string, others: string) =>
  `own-servers: the \`servers\` of "/a" have the path ${paths}, and ${others}: one prefix does not fit both`;
const host = (others: string) =>
  `server-host: the \`servers\` of "/a" are on ${others}, not on a host of the root's`;

test.each<{root: unknown[]; below: unknown[]; base?: string; want: string[]}>([
  {root: ['/v1'], below: ['/v1'], want: [ALL]},
  {root: ['/v1'], below: ['/v2', '/v3'], want: [ROOT, own('"/v2" or "/v3"', 'those of the root "/v1"')]},
  {root: ['/v1'], below: ['/v2'], base: '/v1', want: [own('"/v2"', '`path.base` is "/v1"')]},
  {root: ['/v1'], below: ['/v2'], base: '/', want: []},
  {root: ['/v1'], below: ['/v1'], base: '/v1/', want: []},
  {root: ['/v1'], below: ['/v1'], base: '/v3', want: [`${NOT} "/v1", the path of all \`servers\``]},
  {
    root: ['/v1'],
    below: ['/v2'],
    base: '/v3',
    want: [`${NOT} "/v1", the path of the \`servers\` at the root`],
  },
  {
    root: ['/v1', '/v2'],
    below: [],
    base: '/v3',
    want: [`${NOT} "/v1" of \`servers[0]\` or "/v2" of \`servers[1]\``],
  },
  {root: ['/v1'], below: ['/v3'], base: '/v3', want: []},
  {root: ['/v1'], below: ['/{x}'], base: '/v3', want: []},
  {root: ['/'], below: [], base: '/v3', want: []},
  {root: ['/v1'], below: ['/{x}'], base: '/v1', want: []},
  {root: ['/v1', '/{x}'], below: ['/v2'], want: []},
  {root: [A], below: [B, C], want: [host('"b.example" and 1 other host')]},
  {root: [A], below: [B], want: [host('"b.example"')]},
  {root: [A], below: [A, B], want: []},
  {root: [A, '/'], below: [B], want: []},
  {root: [A], below: [5], want: []},
  {root: [], below: [B], want: []},
])('servers $root, of a path $below, with the prefix $base', ({root, below, base, want}) => {
  const servers = (urls: unknown[]) => ({servers: urls.map((url) => ({url}))});
  const document = {openapi: '3.1.0', ...servers(root), paths: {'/a': {...servers(below), get: {}}}};
  const settings = {'service.name': 'petstore', ...(base && {'path.base': base})};
  const {problems} = generate(document, {settings});
  expect(ofKnownRules(problems).map(({code, message}) => `${code}: ${message}`)).toEqual(want);
});
