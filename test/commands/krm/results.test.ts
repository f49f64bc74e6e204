import {describe, expect, test} from '@jest/globals';
import {fieldPath, type ResultPlaces, toResult} from '../../../src/commands/krm/results.ts';
import type {Problem} from '../../../src/core/problem.ts';
import {type Resource, resourceOf} from '../../../src/core/resource.ts';

test.each([
  ['', ''],
  ['/spec/ports/0/port', 'spec.ports[0].port'],
  ['/0/a', '[0].a'],
  ['/paths/~1pets/get', 'paths["/pets"].get'],
  ['/metadata/annotations/apigen.dev~1description', 'metadata.annotations["apigen.dev/description"]'],
  ['/responses/200x/x-a_b', 'responses["200x"].x-a_b'],
  ['/_a/-b/1.5', '_a["-b"]["1.5"]'],
])('the field at "%s" is %s', (pointer, want) => {
  expect(fieldPath(pointer)).toBe(want);
});

const object = (annotations: object = {}, namespace?: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name: 'pets', ...(namespace === undefined ? {} : {namespace}), annotations},
});

/** One object of the input; all other documents are descriptions that it names. */
function placesWith(content: unknown): ResultPlaces {
  const item: Resource = resourceOf(content, 'resource:///items/0');
  return {
    resourceAt: (uri) => (uri === item.uri ? item : undefined),
    ownerOf: () => item,
    nameOf: (uri) => `services/${uri.split('/').at(-1)}`,
  };
}

const PROBLEM: Problem = {code: 'input', severity: 'error', message: 'wrong'};
const RESULT = {message: 'wrong', severity: 'error', tags: {code: 'input'}};
const resourceRef = {apiVersion: 'v1', kind: 'Service', name: 'pets'};
const inItem = (pointer: string) => ({...PROBLEM, location: {uri: 'resource:///items/0', pointer}});

describe('the result for', () => {
  test.each<{name: string; problem: Problem; content?: unknown; want: object}>([
    {name: 'a note', problem: {...PROBLEM, severity: 'note'}, want: {...RESULT, severity: 'info'}},
    {
      name: 'a hint, and characters that are not printed',
      problem: {...PROBLEM, message: 'wrong \u202e', hint: 'remove \u0000'},
      want: {...RESULT, message: 'wrong \\u202e', tags: {code: 'input', hint: 'remove \\u0000'}},
    },
    {
      name: 'an object of a file, and its number',
      problem: inItem(''),
      content: object({
        'internal.config.kubernetes.io/path': 'a\u0007.yaml',
        'internal.config.kubernetes.io/index': '2',
      }),
      want: {...RESULT, resourceRef, file: {path: 'a\\u0007.yaml', index: 2}},
    },
    {
      name: 'what is not an object of Kubernetes has no field',
      problem: inItem('/a'),
      content: {a: 1},
      want: RESULT,
    },
  ])('$name', ({problem, content = object(), want}) => {
    expect(toResult(problem, placesWith(content))).toEqual(want);
  });
});
