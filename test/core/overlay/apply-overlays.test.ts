import {expect, test} from '@jest/globals';
import {MAX_DEPTH} from '../../../src/core/base/limits.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';
import {casesIn} from '../../cases-in.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';

function apply(content: unknown, actions: readonly object[], overlay = '1.1.0') {
  return applyOverlays(content, API, [{uri: OVERLAY, entry: {content: {overlay, actions}}}]);
}

interface Row {
  readonly name: string;
  readonly version?: string;
  readonly given: unknown;
  readonly actions: readonly object[];
  readonly want: unknown;
}

const ROWS = casesIn<Row>(import.meta.dirname, 'apply-overlays.yaml');

test.each(ROWS)('the description after an overlay $name', ({version, given, actions, want}) => {
  const before = JSON.stringify(given);
  const {content, problems} = apply(given, actions, version);
  expect(problems).toEqual([]);
  expect(JSON.stringify(content)).toBe(JSON.stringify(want));
  expect(JSON.stringify(given)).toBe(before);
});

const applied = () =>
  apply({a: {b: 1, old: {}}, list: [1, 2, {}], source: [1, {x: 1}]}, [
    {target: '$.a', update: {c: {d: 1}, b: 2}},
    {target: '$.list[0]', remove: true},
    {target: '$.list', update: ['x']},
    {target: '$.a.old', remove: true},
    {target: '$.a', update: {old: {}}},
    {target: '$.list', copy: '$.a.c'},
    {target: '$.list[1]', update: {y: 1}},
    {target: '$.source[1]', update: {y: 1}},
    {target: '$.source[0]', remove: true},
    {target: '$', update: {moved: []}},
    {target: '$.moved', copy: '$.source'},
  ]);

test.each([
  {pointer: '', want: [API, '']},
  {pointer: '/a', want: [API, '/a']},
  {pointer: '/a/b', want: [OVERLAY, '/actions/0/update/b']},
  {pointer: '/a/c/d', want: [OVERLAY, '/actions/0/update/c/d']},
  {pointer: '/a/other', want: [API, '/a/other']},
  {pointer: '/a/old/x', want: [OVERLAY, '/actions/4/update/old/x']},
  {pointer: '/list/0', want: [API, '/list/1']},
  {pointer: '/list/1/x', want: [API, '/list/2/x']},
  {pointer: '/list/1/y', want: [OVERLAY, '/actions/6/update/y']},
  {pointer: '/list/2', want: [OVERLAY, '/actions/2/update/0']},
  {pointer: '/list/3/d', want: [OVERLAY, '/actions/0/update/c/d']},
  {pointer: '/moved/0/x', want: [API, '/source/1/x']},
  {pointer: '/moved/0/y', want: [OVERLAY, '/actions/7/update/y']},
])('where a value was written $pointer', ({pointer, want}) => {
  const found = applied().origin.of(pointer);
  expect([found.uri, found.pointer]).toEqual(want);
});

const nested = (levels: number) => Array.from({length: levels}).reduce<unknown>((a) => ({a}), 1);

const circular: {self?: unknown} = {};
circular.self = circular;

test.each<{name: string; given: unknown; target: string; says: string}>([
  {
    name: 'a circle',
    given: circular,
    target: '$..x',
    says: 'the description or an overlay is nested too deeply, or contains itself',
  },
  {
    name: 'a search in what is nested too deeply',
    given: nested(MAX_DEPTH + 100),
    target: '$..b',
    says: '"$..b": recursion limit reached',
  },
  {
    name: 'filters that are nested too deeply',
    given: {},
    target: `$${'[?@'.repeat(2000)}${']'.repeat(2000)}`,
    says: `invalid \`target\` "$${'[?@'.repeat(66)}… (8001 characters): nested too deeply, or contains itself`,
  },
  {
    name: 'a regular expression',
    given: {info: {title: 'a'.repeat(40)}},
    target: "$.info[?search(@, '((a+)+)+$')]",
    says: "invalid `target` \"$.info[?search(@, '((a+)+)+$')]\": no such function 'search'",
  },
])('what is not applied $name', ({given, target, says}) => {
  expect(apply(given, [{target, update: 1}]).problems.map(({message}) => message)).toEqual([says]);
});
