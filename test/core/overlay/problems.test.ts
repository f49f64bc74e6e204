import {expect, test} from '@jest/globals';
import {type Problem, problemsOfAll} from '../../../src/core/base/problem.ts';
import type {DocumentEntry} from '../../../src/core/openapi/documents.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';
const at = (pointer: string) => ({uri: OVERLAY, pointer});

/** The problems of an overlay as texts. */
function outcome(entry: DocumentEntry) {
  const {problems} = applyOverlays({openapi: '3.1.0'}, API, [{uri: OVERLAY, entry}]);
  return problems.map(({severity, location, message, hint}) =>
    [`${location?.pointer ?? ''} ${severity}: ${message}`, hint]
      .filter((text) => text !== undefined)
      .join('; '),
  );
}

test.each([1.1, '1.10.0', '1.1.0-rc1'])('version %j is not supported', (overlay) => {
  expect(outcome({content: {overlay, actions: []}})).toEqual([
    `/overlay error: unsupported Overlay version ${JSON.stringify(overlay)}; supported: Overlay 1.0, 1.1, 1.2, as in \`overlay: 1.1.0\``,
  ]);
});

test('no key is near one of an empty map', () => {
  const entry = {content: {overlay: '1.1.0', actions: [{target: '$.paths.a', remove: true}]}};
  const {problems} = applyOverlays({paths: {}}, API, [{uri: OVERLAY, entry}]);
  expect(problems.map(({hint}) => hint)).toEqual([
    'correct the JSONPath (a `$ref` is not followed), or remove the action',
  ]);
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
