import {expect, test} from '@jest/globals';
import {annotationProblems} from '../../../src/core/krm/annotation-problems.ts';
import {resourceOf} from '../../../src/core/krm/resources.ts';

const uri = 'resource:///items/0';
const WARNING = {code: 'input', severity: 'warning'};
const at = (key: string) => ({uri, pointer: `/metadata/annotations/apigen.dev~1${key}`});

test.each([
  {annotations: {'apigen.dev/description': 'a.yaml', 'example.com/description': 'b'}, want: []},
  {annotations: {'apigen.development/descriptio': 'a.yaml'}, want: []},
  {
    annotations: {'apigen.dev/descriptio': 'a.yaml', 'apigen.dev/owner': 'me'},
    want: [
      {
        ...WARNING,
        location: at('descriptio'),
        message: 'unknown annotation "apigen.dev/descriptio"',
        suggestion: 'apigen.dev/description',
      },
      {
        ...WARNING,
        location: at('owner'),
        message: 'unknown annotation "apigen.dev/owner"',
        hint: 'known: `apigen.dev/description`',
      },
    ],
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    annotations: {'apigen.dev/description': 'a.yaml'},
    want: [
      {
        ...WARNING,
        location: at('description'),
        message: 'annotation "apigen.dev/description" has no effect on a Deployment of apps/v1',
        hint: 'annotate the Service',
      },
    ],
  },
])('$kind with $annotations', ({apiVersion = 'v1', kind = 'Service', annotations, want}) => {
  expect(annotationProblems(resourceOf({apiVersion, kind, metadata: {annotations}}, uri))).toEqual(want);
});
