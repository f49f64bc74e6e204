import {expect, test} from '@jest/globals';
import {lintDescription} from '../../../src/core/generate/lint.ts';
import {ofKnownRules} from '../../shown-rules.ts';

const uri = 'file:///openapi.yaml';

interface Timeouts {
  readonly operation?: number;
  readonly path?: number;
  readonly flag?: number;
  readonly root?: number;
}

/** The findings about timeouts at four levels: `pointer: message`. */
function findings({operation, path, flag, root}: Timeouts): string[] {
  const at = (timeout: number | undefined) =>
    timeout === undefined ? {} : {'x-apigen': {timeouts: {request_timeout: timeout}}};
  const document = {openapi: '3.1.0', ...at(root), paths: {'/a': {get: at(operation), ...at(path)}}};
  const settings = {'service.name': 'a', ...(flag === undefined ? {} : {'timeouts.request_timeout': flag})};
  return lintDescription(document, {uri, settings})
    .filter(({code}) => code === 'redundant-timeout')
    .map(({location, message}) => `${location.pointer.split('/x-apigen')[0]}: ${message}`);
}

const redundant = (pointer: string, where: string) => [
  `${pointer}: redundant \`timeouts.request_timeout\` 5: the same value is set ${where}`,
];

test('a timeout in another form', () => {
  const at = (timeouts: object) => ({'x-apigen': {timeouts}});
  const document = {
    openapi: '3.1.0',
    ...at({request: '1m'}),
    paths: {'/a': {...at({request_timeout: 60}), get: at({request: '60000ms'}), put: at({request: '59s'})}},
  };
  const found = ofKnownRules(lintDescription(document, {uri, settings: {'service.name': 'a'}}));
  expect(found.map(({setting, message}) => [setting, message])).toEqual([
    ['timeouts.request', 'redundant `timeouts.request` 60000ms: the same value is set at the path item'],
    [
      'timeouts.request_timeout',
      'redundant `timeouts.request_timeout` 60: the same value is set at the root',
    ],
  ]);
});

test('a timeout that one of several paths needs', () => {
  const shared = {get: {'x-apigen': {timeouts: {request_timeout: 5}}}};
  const at = (seconds: number) => ({$ref: '#/shared', 'x-apigen': {timeouts: {request_timeout: seconds}}});
  const document = {openapi: '3.1.0', shared, paths: {'/a': at(7), '/b': at(5)}};
  expect(ofKnownRules(lintDescription(document, {uri, settings: {'service.name': 'a'}}))).toEqual([]);
});

/** Each row fails when two neighbouring levels change places. */
test.each<{given: Timeouts; want: readonly string[]}>([
  {given: {operation: 5, path: 5, flag: 7, root: 7}, want: redundant('/paths/~1a/get', 'at the path item')},
  {given: {operation: 5, path: 7, flag: 5, root: 5}, want: []},
  {given: {operation: 5, flag: 5, root: 7}, want: []},
  {given: {operation: 5, flag: 5, root: 5}, want: redundant('/paths/~1a/get', 'at the root')},
  {given: {operation: 5, flag: 7, root: 5}, want: []},
  {given: {operation: 5, root: 5}, want: redundant('/paths/~1a/get', 'at the root')},
  {given: {path: 5, flag: 5, root: 7}, want: []},
  {given: {path: 5, flag: 7, root: 5}, want: []},
  {given: {path: 5, root: 5}, want: redundant('/paths/~1a', 'at the root')},
  {
    given: {operation: 5, path: 5, flag: 5, root: 5},
    want: [...redundant('/paths/~1a/get', 'at the path item'), ...redundant('/paths/~1a', 'at the root')],
  },
  {given: {operation: 5}, want: []},
  {given: {operation: 0, root: 5}, want: []},
  {given: {flag: 5, root: 5}, want: []},
])('a timeout that the next weaker level sets too $given: $want', ({given, want}) => {
  expect(findings(given)).toEqual(want);
});
