import {expect, test} from '@jest/globals';
import {MAX_DEPTH} from '../../../src/core/base/limits.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';

function apply(content: unknown, actions: readonly object[], overlay = '1.1.0') {
  return applyOverlays(content, API, [{uri: OVERLAY, entry: {content: {overlay, actions}}}]);
}

const shared = {tags: ['a']};

test.each<{name: string; version?: string; given: unknown; actions: object[]; want: unknown}>([
  {
    name: 'maps are merged by key',
    given: {a: {b: 1, c: {d: 2}}},
    actions: [{target: '$.a', update: {c: {e: 3}, f: 4}}],
    want: {a: {b: 1, c: {d: 2, e: 3}, f: 4}},
  },
  {
    name: 'lists are joined',
    given: {a: [1], b: {c: [2]}},
    actions: [
      {target: '$.a', update: [2, 3]},
      {target: '$.b', update: {c: [4]}},
    ],
    want: {a: [1, 2, 3], b: {c: [2, 4]}},
  },
  {
    name: 'a map or a single value becomes an item',
    given: {a: []},
    actions: [
      {target: '$.a', update: {b: 1}},
      {target: '$.a', update: null},
    ],
    want: {a: [{b: 1}, null]},
  },
  {
    name: 'in Overlay 1.0 a list becomes an item too',
    version: '1.0.1',
    given: {a: [1]},
    actions: [{target: '$.a', update: [2]}],
    want: {a: [1, [2]]},
  },
  {
    name: 'of several targets, outer ones come first',
    given: {a: {a: {}}},
    actions: [{target: '$..a', update: {b: {c: 1}}}],
    want: {a: {a: {b: {c: 1}}, b: {c: 1}}},
  },
  {
    name: 'removal of keys and items, and a key that is set again',
    given: {a: {b: 1}, c: [1, 2, 3], d: {x: {}}},
    actions: [
      {target: '$.a.b', remove: true},
      {target: '$.c[?@ != 2]', remove: true, update: 5},
      {target: '$..x', remove: true},
      {target: '$.d', update: {x: 1}},
    ],
    want: {a: {}, c: [2], d: {x: 1}},
  },
  {
    name: 'a copy of the description itself',
    given: {a: {}, b: 1},
    actions: [{target: '$.a', copy: '$'}],
    want: {a: {a: {}, b: 1}, b: 1},
  },
  {
    name: 'what YAML shares by an alias is changed at the target only',
    given: {a: shared, b: shared},
    actions: [{target: '$.a.tags', update: ['b']}],
    want: {a: {tags: ['a', 'b']}, b: {tags: ['a']}},
  },
  {
    name: 'what was changed and then copied is changed at one place only',
    given: {a: {x: {y: 1}, l: [1]}, b: {}},
    actions: [
      {target: '$.a.x', update: {z: 2}},
      {target: '$.a.l', update: [2]},
      {target: '$.b', copy: '$.a'},
      {target: '$.b.x', update: {w: 3}},
      {target: '$.b.l', update: [3]},
      {target: '$.a.x', update: {v: 4}},
      {target: '$.a.l', update: [4]},
    ],
    want: {a: {x: {y: 1, z: 2, v: 4}, l: [1, 2, 4]}, b: {x: {y: 1, z: 2, w: 3}, l: [1, 2, 3]}},
  },
  {
    name: 'a key of every map that is added, changed and removed',
    given: {a: {}, b: {}},
    actions: [
      {target: "$['a','b']", update: JSON.parse('{"__proto__": {"c": 1}}')},
      {target: "$.a['__proto__']", update: {d: 2}},
      {target: "$.b['__proto__']", remove: true},
    ],
    want: {a: JSON.parse('{"__proto__": {"c": 1, "d": 2}}'), b: {}},
  },
])('the description after an overlay $name', ({version, given, actions, want}) => {
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
