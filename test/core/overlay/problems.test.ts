import {describe, expect, test} from '@jest/globals';
import type {DocumentEntry} from '../../../src/core/openapi/documents.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';
import {problemsOfAll} from '../../../src/core/overlay/shared-problems.ts';
import type {Problem} from '../../../src/core/problem.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';
const at = (pointer: string) => ({uri: OVERLAY, pointer});
const key = (pointer: string) => ({...at(pointer), at: 'key'});
const ERROR = {code: 'overlay', severity: 'error'};
const WARNING = {code: 'overlay', severity: 'warning'};
const EXAMPLE_ACTIONS =
  'for example `actions: [{target: $, update: {x-apigen: {service: {name: petstore}}}}]`';
const EXAMPLE_QUERY = "for example `$.paths['/pets'].get`";

const DESCRIPTION = {
  openapi: '3.1.0',
  tags: ['a'],
  paths: {'/pets': {$ref: '#/components/pathItems/Pets'}, '/stores': {get: {}, put: {}}},
};

function apply(entry: DocumentEntry, content: unknown = DESCRIPTION) {
  return applyOverlays(content, API, [{uri: OVERLAY, entry}]);
}

describe('an overlay that is not applied', () => {
  test.each<{name: string; content: unknown; want: object[]}>([
    {
      name: 'not a map',
      content: ['a'],
      want: [
        {
          ...ERROR,
          message: 'not an overlay: expected a map, found a list',
          hint: 'begin it with `overlay: 1.1.0`',
          location: at(''),
        },
      ],
    },
    {
      name: 'a version that is a list',
      content: {overlay: ['1.1.0'], actions: []},
      want: [
        {
          ...ERROR,
          message: 'unsupported Overlay version a list',
          hint: 'supported: Overlay 1.0 and 1.1, as in `overlay: 1.1.0`',
          location: at('/overlay'),
        },
      ],
    },
    {
      name: 'no actions',
      content: {overlay: '1.1.0'},
      want: [
        {
          ...ERROR,
          message: 'invalid `actions`: expected a list of actions, found nothing',
          hint: EXAMPLE_ACTIONS,
          location: at(''),
        },
      ],
    },
    {
      name: 'actions that are not a list',
      content: {overlay: '1.1.0', actions: {target: '$'}},
      want: [
        {
          ...ERROR,
          message: 'invalid `actions`: expected a list of actions, found a map',
          hint: EXAMPLE_ACTIONS,
          location: at('/actions'),
        },
      ],
    },
    {
      name: 'an empty list of actions',
      content: {overlay: '1.1.0', actions: []},
      want: [
        {
          ...ERROR,
          message: 'invalid `actions`: expected at least one action',
          hint: EXAMPLE_ACTIONS,
          location: at('/actions'),
        },
      ],
    },
    {
      name: 'an update and a copy at once',
      content: {overlay: '1.1.0', actions: [{target: '$.tags', update: [], copy: '$.tags'}]},
      want: [
        {
          ...ERROR,
          message: '`copy` cannot be combined with `update`',
          hint: 'use two actions',
          location: key('/actions/0/copy'),
        },
      ],
    },
    {
      name: 'a copy in Overlay 1.0, of what is not an expression',
      content: {overlay: '1.0.0', actions: [{target: '$', copy: 1}]},
      want: [
        {
          ...ERROR,
          message: '`copy` needs Overlay 1.1',
          hint: 'write `overlay: 1.1.0`',
          location: key('/actions/0/copy'),
        },
        {
          ...ERROR,
          message: 'invalid `copy` 1: expected a JSONPath expression',
          hint: EXAMPLE_QUERY,
          location: at('/actions/0/copy'),
        },
      ],
    },
    {
      name: 'one wrong action among others',
      content: {
        overlay: '1.1.0',
        actions: [
          {target: '$.tags', update: 'b'},
          {target: '$', remove: 1},
          {target: '$.tags', update: 'c', remove: null},
        ],
      },
      want: [
        {...ERROR, message: 'invalid `remove` 1: expected true or false', location: at('/actions/1/remove')},
      ],
    },
  ])('$name', ({content, want}) => {
    const {content: applied, problems} = apply({content});
    expect({problems, applied}).toEqual({problems: want, applied: DESCRIPTION});
  });

  test('because it could not be read', () => {
    const more = [{message: 'second', location: at('/a')}];
    expect(apply({unreadable: {message: 'first', hint: 'fix it', more}}).problems).toEqual([
      {...ERROR, message: 'first', hint: 'fix it', location: at('')},
      {...ERROR, message: 'second', location: at('/a')},
    ]);
  });
});

describe('an overlay that is applied in part', () => {
  const GOOD = {target: '$.tags', update: ['b']};
  const APPLIED = {...DESCRIPTION, tags: ['a', 'b']};

  test.each<{name: string; version?: string; root?: object; action: object; want: object[]}>([
    {
      name: 'keys that are not known, and extensions',
      root: {'x-owner': 'me', target: '$', info: {}, extends: 'openapi.yaml'},
      action: {...GOOD, update: [], description: 'a', 'x-a': 1, 'not-x-a': 1},
      want: [
        {
          ...WARNING,
          message: 'unknown key "target" in an overlay',
          hint: 'known here: overlay, info, extends, actions',
          location: key('/target'),
        },
        {
          ...WARNING,
          message: 'unknown key "not-x-a" in an overlay',
          hint: 'known here: target, description, update, copy, remove',
          location: key('/actions/0/not-x-a'),
        },
      ],
    },
    {
      name: 'an action that changes nothing',
      action: {target: '$.paths', remove: false},
      want: [
        {
          ...WARNING,
          message: 'the action changes nothing',
          hint: 'add `update`, `copy` or `remove: true`',
          location: at('/actions/0'),
        },
      ],
    },
    {
      name: 'a single value in Overlay 1.0',
      version: '1.0.0',
      action: {target: '$.openapi', update: '3.2.0'},
      want: [
        {
          ...ERROR,
          message: '`target` "$.openapi" matches a single value, which needs Overlay 1.1',
          hint: 'match the map that contains it, or write `overlay: 1.1.0`',
          location: at('/actions/0/target'),
        },
      ],
    },
    {
      name: 'a single value behind a reference in Overlay 1.0',
      version: '1.0.0',
      action: {target: "$.paths['/pets']['$ref']", update: 'a'},
      want: [
        {
          ...ERROR,
          message: "`target` \"$.paths['/pets']['$ref']\" matches a single value, which needs Overlay 1.1",
          hint: '"/pets" is a `$ref`, which overlays do not follow: match "/pets" itself, or bundle the description first',
          location: at('/actions/0/target'),
        },
      ],
    },
    {
      name: 'a target that looks past a reference',
      action: {target: "$.paths['/stores','/pets'].post", update: {}},
      want: [
        {
          ...WARNING,
          message: "`target` \"$.paths['/stores','/pets'].post\" matches nothing in the description",
          hint: 'correct the JSONPath, or remove the action',
          location: at('/actions/0/target'),
        },
      ],
    },
    {
      name: 'a target below every `..`',
      action: {target: "$.paths..['/pets'].post", update: {}},
      want: [
        {
          ...WARNING,
          message: '`target` "$.paths..[\'/pets\'].post" matches nothing in the description',
          hint: 'correct the JSONPath, or remove the action',
          location: at('/actions/0/target'),
        },
      ],
    },
    {
      name: 'the same value that does not fit several targets',
      action: {target: "$.paths['/stores'].*", update: []},
      want: [
        {
          ...ERROR,
          message: 'cannot merge a list into a map of the description',
          hint: 'remove the value of the description by an action before this one, or correct the overlay',
          location: at('/actions/0/update'),
        },
      ],
    },
  ])('$name', ({version = '1.1.0', root = {}, action, want}) => {
    const last = version === '1.0.0' ? {...GOOD, update: 'b'} : GOOD;
    const {content, problems} = apply({content: {overlay: version, ...root, actions: [action, last]}});
    expect({problems, content}).toEqual({problems: want, content: APPLIED});
  });
});

describe('an expression', () => {
  const list = {list: [{a: 1, b: [1, 2]}, {a: 2, b: []}, 3], limit: 2};

  test.each([
    {target: '$.list[?@.a == 1 && @.b]', want: ['0']},
    {target: '$.list[?!@.a]', want: ['2']},
    {target: '$.list[?count(@.b[*]) == $.limit]', want: ['0']},
    {target: '$.list[?length(@.b) < $.limit]', want: ['1']},
    {target: '$.list[?@.a == $.limit || @ == 3]', want: ['1', '2']},
    {target: '$.list[-1:]', want: ['2']},
    {target: '$.list[?value(@..a) == 2]', want: ['1']},
  ])('$target removes items $want', ({target, want}) => {
    const {content, problems} = apply({content: {overlay: '1.1.0', actions: [{target, remove: true}]}}, list);
    const kept = list.list.filter((_, index) => !want.includes(String(index)));
    expect({content, problems}).toEqual({content: {...list, list: kept}, problems: []});
  });
});

test('the problems of overlays that several descriptions share are those of all of them', () => {
  const problem = (message: string, code = 'overlay'): Problem => ({
    code,
    severity: 'warning',
    message,
    location: at('/actions/0'),
  });
  const other = {...problem('a'), location: at('/actions/1')};
  const [a, b] = [problem('a'), problem('b')];
  expect([
    problemsOfAll([]),
    problemsOfAll([[a, a, problem('c', 'paths')]]),
    problemsOfAll([[b, a], [b, other], [b]]),
    problemsOfAll([[a], [other]]),
    problemsOfAll([[a], []]),
  ]).toEqual([[], [a], [b], [], []]);
});
