import {describe, expect, test} from '@jest/globals';
import {generateMerged} from '../../../src/core/merge/generate-merged.ts';
import type {Problem} from '../../../src/core/problem.ts';

const openapi = '3.1.0';
const service = {name: 'pets'};
const get = {get: {}};

const place = ({location, flag}: Problem) =>
  location ? `${location.uri}#${location.pointer}` : `--${flag ?? ''}`;

/** The routes of the objects, and the problems as texts. The descriptions are `a`, `b` and so on. */
function outcome(documents: readonly object[]) {
  const parts = documents.map((document, index) => {
    const name = 'abc'.charAt(index);
    return {name, uri: `file:///${name}`, documents: new Map(), document};
  });
  const generated = generateMerged(parts, {});
  return {
    objects: generated.objects.map(({spec}) => JSON.stringify(spec).match(/(?<="name":")[^"]*/g)),
    problems: generated.problems.map((problem) =>
      [place(problem), problem.code, problem.severity, problem.message, problem.hint].join(' | '),
    ),
  };
}

interface Case {
  readonly name: string;
  readonly documents: readonly object[];
  readonly objects: readonly (readonly string[])[];
  readonly problems?: readonly string[];
}

const REMOVE = 'remove it, set `path.base`, or set `disabled: true` in one of the descriptions';
describe('several descriptions of one Service', () => {
  test.each<Case>([
    {
      name: 'have the settings of each, and null sets none',
      documents: [
        {openapi, 'x-apigen': {service: {name: null, port: null}}, paths: {'/a': get}},
        {openapi, 'x-apigen': {service: {...service, port: 8080}, labels: {}}, paths: {'/b': get}},
      ],
      objects: [['GET /a', 'GET /b']],
    },
    {
      name: 'may be equal in what one of them has twice',
      documents: [
        {openapi, 'x-apigen': {service}, paths: {'/a/{x}': get, '/a/{y}': get}},
        {openapi, paths: {'/b': get}},
      ],
      objects: [['GET /a/{x}', 'GET /a/{y}', 'GET /b']],
      problems: [
        'file:///a#/paths/~1a~1{y} | ambiguous-paths | warning | paths "/a/{x}" and "/a/{y}" match the same requests | merge them into one path',
      ],
    },
    {
      name: 'with the same operation are all named',
      documents: [
        {openapi, 'x-apigen': {service}, paths: {'/a/{x}': get}},
        {openapi, paths: {'/a/{x}': get}},
        {openapi, paths: {'/a/{y}': get}},
      ],
      objects: [],
      problems: [
        `file:///b#/paths/~1a~1{x}/get | merge | error | "GET /a/{x}" is in a too | ${REMOVE}`,
        `file:///a#/paths/~1a~1{x}/get | merge | error | "GET /a/{x}" is in b too | ${REMOVE}`,
        `file:///c#/paths/~1a~1{y}/get | merge | error | "GET /a/{y}" matches the same requests as "GET /a/{x}" in a | ${REMOVE}`,
      ],
    },
    {
      name: 'have the problems of the Service where its setting is',
      documents: [
        {openapi, 'x-apigen': {service}, paths: {'/a': get}},
        {openapi, 'x-apigen': {namespace: 'shop'}, paths: {'/b': get}},
      ],
      objects: [['GET /a', 'GET /b']],
      problems: [
        'file:///b#/x-apigen/namespace | service-namespace | note | `service.namespace` is not set: the Service is expected in namespace "default", not "shop" | set `service.namespace` to "shop" if the Service is there too, or else to "default"',
      ],
    },
  ])('$name', ({documents, objects, problems = []}) => {
    expect(outcome(documents)).toEqual({objects, problems});
  });
});
