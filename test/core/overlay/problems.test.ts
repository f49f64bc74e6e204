import {describe, expect, test} from '@jest/globals';
import type {DocumentEntry} from '../../../src/core/openapi/documents.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';
import {type Problem, problemsOfAll} from '../../../src/core/problem.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';
const at = (pointer: string) => ({uri: OVERLAY, pointer});
const ACTIONS = 'for example `actions: [{target: $, update: {x-apigen: {service: {name: petstore}}}}]`';

const DESCRIPTION = {
  openapi: '3.1.0',
  tags: ['a'],
  paths: {'/stores': {get: {}, put: {}}},
};

/** What becomes of a description, and the problems as texts. */
function outcome(entry: DocumentEntry) {
  const {content, problems} = applyOverlays(DESCRIPTION, API, [{uri: OVERLAY, entry}]);
  const texts = problems.map(({severity, location, message, hint}) => {
    expect(location?.uri).toBe(OVERLAY);
    const place = `${location?.pointer ?? ''}${location?.at === 'key' ? ' (key)' : ''}`;
    return [`${place} ${severity}: ${message}`, hint].filter((text) => text !== undefined).join('; ');
  });
  return {content, problems: texts};
}

describe('an overlay that is not applied', () => {
  test.each<{name: string; content: unknown; problems: string[]}>([
    {
      name: 'no actions',
      content: {overlay: '1.1.0'},
      problems: [
        ` error: invalid \`actions\`: expected a list of at least one action, found nothing; ${ACTIONS}`,
      ],
    },
    {
      name: 'an update and a copy at once',
      content: {overlay: '1.1.0', actions: [{target: '$.tags', update: [], copy: '$.tags'}]},
      problems: ['/actions/0/copy (key) error: `copy` cannot be combined with `update`; use two actions'],
    },
    {
      name: 'a copy of what is not an expression',
      content: {overlay: '1.1.0', actions: [{target: '$', copy: 1}]},
      problems: [
        "/actions/0/copy error: invalid `copy` 1: expected a JSONPath expression; for example `$.paths['/pets'].get`",
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
      problems: ['/actions/1/remove error: invalid `remove` 1: expected true or false'],
    },
  ])('$name', ({content, problems}) => {
    expect(outcome({content})).toEqual({problems, content: DESCRIPTION});
  });

  test('because it could not be read', () => {
    const more = [{message: 'second', location: at('/a')}];
    expect(outcome({unreadable: {message: 'first', hint: 'fix it', more}}).problems).toEqual([
      ' error: first; fix it',
      '/a error: second',
    ]);
  });
});

test.each([1.1, '1.10.0', '1.1.0-rc1'])('version %j is not supported', (overlay) => {
  expect(outcome({content: {overlay, actions: []}}).problems).toEqual([
    `/overlay error: unsupported Overlay version ${JSON.stringify(overlay)}; supported: Overlay 1.0 and 1.1, as in \`overlay: 1.1.0\``,
  ]);
});

test('the same value that does not fit several targets is reported once', () => {
  const actions = [
    {target: "$.paths['/stores'].*", update: []},
    {target: '$.tags', update: ['b']},
  ];
  expect(outcome({content: {overlay: '1.1.0', actions}})).toEqual({
    problems: [
      '/actions/0/update error: cannot merge a list into a map of the description; remove the value of the description by an action before this one, or correct the overlay',
    ],
    content: {...DESCRIPTION, tags: ['a', 'b']},
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
    problemsOfAll([[a, problem('c', 'paths')]]),
    problemsOfAll([[b, a], [b, other], [b]]),
    problemsOfAll([[a], [other]]),
    problemsOfAll([[a], []]),
  ]).toEqual([[], [a], [b], [], []]);
});
