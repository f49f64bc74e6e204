import {describe, expect, test} from '@jest/globals';
import {MAX_DEPTH} from '../../../src/core/limits.ts';
import {entryOrigin} from '../../../src/core/origin.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';

function apply(content: unknown, actions: readonly object[], overlay = '1.1.0') {
  return applyOverlays(content, API, [{uri: OVERLAY, entry: {content: {overlay, actions}}}]);
}

const shared = {tags: ['a']};

describe('the description after an overlay', () => {
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
      name: 'single values are replaced',
      given: {a: 1, b: {c: 'x', d: null}},
      actions: [
        {target: '$.a', update: 'two'},
        {target: '$.b', update: {c: null, d: true}},
      ],
      want: {a: 'two', b: {c: null, d: true}},
    },
    {
      name: 'of several targets, outer ones come first',
      given: {a: {a: {}}},
      actions: [{target: '$..a', update: {b: {c: 1}}}],
      want: {a: {a: {b: {c: 1}}, b: {c: 1}}},
    },
    {
      name: 'a target that is found twice is changed once',
      given: {a: []},
      actions: [{target: "$['a','a']", update: 1}],
      want: {a: [1]},
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
      name: 'a list that was changed and then copied is changed at one place only',
      given: {a: [{x: 1}], b: []},
      actions: [
        {target: '$.a[0]', update: {y: 2}},
        {target: '$.b', copy: '$.a'},
        {target: '$.b[0]', update: {z: 3}},
      ],
      want: {a: [{x: 1, y: 2}], b: [{x: 1, y: 2, z: 3}]},
    },
    {
      name: 'the items of a list, in a later patch version',
      version: '1.1.10',
      given: {list: [{a: 1}, {b: 1}, 3]},
      actions: [
        {target: '$.list[1]', update: {c: 1}},
        {target: '$.list[2]', update: 4},
      ],
      want: {list: [{a: 1}, {b: 1, c: 1}, 4]},
    },
    {
      name: 'what is inside of what is removed',
      given: {a: {a: {a: 1}}, b: [{a: 1}]},
      actions: [{target: '$..a', remove: true}],
      want: {b: [{}]},
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
    {
      name: 'keys that JavaScript knows',
      given: JSON.parse('{"a": {"__proto__": {"b": 1}}}'),
      actions: [
        {target: "$.a['__proto__']", update: JSON.parse('{"constructor": 2}')},
        {target: '$.a', update: JSON.parse('{"toString": {}}')},
      ],
      want: JSON.parse('{"a": {"__proto__": {"b": 1, "constructor": 2}, "toString": {}}}'),
    },
  ])('$name', ({version, given, actions, want}) => {
    const before = JSON.stringify(given);
    const {content, problems} = apply(given, actions, version);
    expect(problems).toEqual([]);
    expect(JSON.stringify(content)).toBe(JSON.stringify(want));
    expect(JSON.stringify(given)).toBe(before);
  });
});

test('all items of a long list are selected', () => {
  const {content, problems} = apply({list: Array(150_000).fill(0)}, [{target: '$.list.*', remove: true}]);
  expect({content, problems}).toEqual({content: {list: []}, problems: []});
});

describe('where a value was written', () => {
  const {origin} = apply({a: {b: 1, old: {}}, list: [1, 2, {}]}, [
    {target: '$.a', update: {c: {d: 1}, b: 2}},
    {target: '$.list[0]', remove: true},
    {target: '$.list', update: ['x']},
    {target: '$.a.old', remove: true},
    {target: '$.a', update: {old: {}}},
    {target: '$.list', copy: '$.a.c'},
    {target: '$.list[1]', update: {y: 1}},
  ]);

  test.each([
    {keys: [], want: [API, '']},
    {keys: ['a'], want: [API, '/a']},
    {keys: ['a', 'b'], want: [OVERLAY, '/actions/0/update/b']},
    {keys: ['a', 'c', 'd'], want: [OVERLAY, '/actions/0/update/c/d']},
    {keys: ['a', 'other'], want: [API, '/a/other']},
    {keys: ['a', 'old', 'x'], want: [OVERLAY, '/actions/4/update/old/x']},
    {keys: ['list', '0'], want: [API, '/list/1']},
    {keys: ['list', '1', 'x'], want: [API, '/list/2/x']},
    {keys: ['list', '1', 'y'], want: [OVERLAY, '/actions/6/update/y']},
    {keys: ['list', '2'], want: [OVERLAY, '/actions/2/update/0']},
    {keys: ['list', '3', 'd'], want: [OVERLAY, '/actions/0/update/c/d']},
  ])('$keys', ({keys, want}) => {
    const {uri, pointer} = keys.reduce(entryOrigin, origin).location;
    expect([uri, pointer]).toEqual(want);
  });
});

test.each([1, 1.1, '1.1', '1.10.0', '1.1.', '1.1.0-rc1', 'v1.1.0', '2.0.0', null])(
  'version %j is not supported',
  (overlay) => {
    const {problems} = applyOverlays({}, API, [{uri: OVERLAY, entry: {content: {overlay, actions: []}}}]);
    expect(problems).toEqual([
      {
        code: 'overlay',
        severity: 'error',
        message: `unsupported Overlay version ${JSON.stringify(overlay)}`,
        hint: 'supported: Overlay 1.0 and 1.1, as in `overlay: 1.1.0`',
        location: {uri: OVERLAY, pointer: '/overlay'},
      },
    ]);
  },
);

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = {a: value};
  return value;
};

const doubled = (levels: number): unknown => {
  let value: unknown = ['x'];
  for (let level = 0; level < levels; level += 1) value = [value, value];
  return value;
};

const lists = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

const circular: {self?: unknown} = {};
circular.self = circular;

const TOO_MANY = 'the description has more than 10000000 values after its aliases are expanded';

describe('what is not applied', () => {
  test.each<{name: string; given: unknown; actions: object[]; says: string}>([
    {name: 'aliases of aliases', given: doubled(40), actions: [{target: '$..x', update: 1}], says: TOO_MANY},
    {name: 'a circle', given: circular, actions: [{target: '$..x', update: 1}], says: TOO_MANY},
    {
      name: 'copies of copies',
      given: {a: nested(20)},
      actions: Array.from({length: 40}, (_, index) => [
        {target: '$', update: {[`x${index}`]: {}}},
        {target: `$.x${index}`, copy: '$'},
      ]).flat(),
      says: 'the overlays add more than 1000000 values',
    },
    {
      name: 'a list that doubles',
      given: {list: [1, 2, 3, 4, 5, 6, 7, 8]},
      actions: Array(19).fill({target: '$.list', copy: '$.list'}),
      says: 'the overlays add more than 1000000 values',
    },
    {
      name: 'an update of many targets',
      given: {list: Array(1000).fill({})},
      actions: [{target: '$.list.*', update: {a: Array(1000).fill(1)}}],
      says: 'the overlays add more than 1000000 values',
    },
    {
      name: 'a search in what is nested too deeply',
      given: nested(MAX_DEPTH + 100),
      actions: [{target: '$..b', update: 1}],
      says: '`target`: the description is nested deeper than 1000 levels',
    },
    {
      name: 'an update that is nested too deeply',
      given: nested(MAX_DEPTH + 100),
      actions: [{target: '$', update: nested(MAX_DEPTH + 100)}],
      says: 'cannot merge a map into a map of the description',
    },
    {
      name: 'a search that multiplies',
      given: nested(100),
      actions: [{target: '$..*..*..*..*', update: 1}],
      says: '`target`: the overlays visit more than 4000000 values',
    },
    {
      name: 'searches after one that multiplies',
      given: nested(100),
      actions: Array(3).fill({target: '$..*..*..*..*', update: 1}),
      says: '`target`: the overlays visit more than 4000000 values',
    },
    {
      name: 'updates after one of many targets',
      given: {list: Array(1000).fill({})},
      actions: Array(3).fill({target: '$.list.*', update: {a: Array(1000).fill(1)}}),
      says: 'the overlays add more than 1000000 values',
    },
    {
      name: 'a filter in a filter',
      given: {list: Array(1000).fill([1])},
      actions: [{target: '$.list[?$.list[?$.list[?@[0] == 2]]]', update: 1}],
      says: '`target`: the overlays visit more than 4000000 values',
    },
    {
      name: 'items selected again and again',
      given: lists(30),
      actions: [{target: `$[?@${'[0,0]'.repeat(29)}]`, update: 1}],
      says: '`target`: the overlays visit more than 4000000 values',
    },
    {
      name: 'a long list filtered again and again',
      given: [Array(20_000).fill(1)],
      actions: [{target: `$[${'0,'.repeat(250)}0][?1 == 2]`, update: 1}],
      says: '`target`: the overlays visit more than 4000000 values',
    },
    {
      name: 'filters that are nested too deeply',
      given: {},
      actions: [{target: `$${'[?@'.repeat(2000)}${']'.repeat(2000)}`, update: 1}],
      says: `invalid \`target\` "$${'[?@'.repeat(66)}… (8001 characters): the expression is nested too deeply`,
    },
    {
      name: 'a long expression',
      given: {},
      actions: [{target: `$[?${'!'.repeat(20_000)}@.a]`, update: 1}],
      says: `invalid \`target\` "$[?${'!'.repeat(196)}… (20007 characters): expected at most 16384 characters`,
    },
    {
      name: 'a regular expression',
      given: {info: {title: 'a'.repeat(40)}},
      actions: [{target: "$.info[?search(@, '((a+)+)+$')]", update: 1}],
      says: 'invalid `target` "$.info[?search(@, \'((a+)+)+$\')]": search() is not supported',
    },
  ])('$name', ({given, actions, says}) => {
    expect(apply(given, actions).problems.map(({message}) => message)).toEqual([says]);
  });

  test.each<{name: string; given: unknown; action: object; want: object}>([
    {
      name: 'an action that adds too much',
      given: {list: Array(1000).fill({})},
      action: {target: '$.list.*', update: {a: Array(1000).fill(1)}},
      want: {
        message: 'the overlays add more than 1000000 values',
        hint: 'select fewer targets, or add smaller values',
        location: {uri: OVERLAY, pointer: '/actions/0'},
      },
    },
    {
      name: 'a copy of what is nested too deeply',
      given: nested(MAX_DEPTH + 100),
      action: {target: '$', copy: '$..b'},
      want: {
        message: '`copy`: the description is nested deeper than 1000 levels',
        location: {uri: OVERLAY, pointer: '/actions/0/copy'},
      },
    },
  ])('$name, with its place', ({given, action, want}) => {
    expect(apply(given, [action]).problems).toEqual([{code: 'overlay', severity: 'error', ...want}]);
  });

  test('a limit is reported for the first overlay that exceeds it', () => {
    const content = {overlay: '1.1.0', actions: [{target: '$..*..*..*..*', update: 1}]};
    const overlay = {uri: OVERLAY, entry: {content}};
    expect(applyOverlays(nested(100), API, [overlay, overlay]).problems).toHaveLength(1);
  });
});
