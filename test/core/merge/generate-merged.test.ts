import {describe, expect, test} from '@jest/globals';
import type {GenerateOptions} from '../../../src/core/generate.ts';
import {generateMerged} from '../../../src/core/merge/generate-merged.ts';
import type {Problem} from '../../../src/core/problem.ts';

const openapi = '3.1.0';
const service = {name: 'pets'};
const get = {get: {}};

const place = ({location, flag}: Problem) =>
  location ? `${location.uri}#${location.pointer}` : `--${flag ?? ''}`;

/** The routes of the objects, and the problems as texts. The descriptions are `a`, `b` and so on. */
function outcome(
  documents: readonly object[],
  options: GenerateOptions = {},
  problems: readonly (readonly Problem[])[] = [],
) {
  const parts = documents.map((document, index) => {
    const name = 'abc'.charAt(index);
    const found = problems[index];
    return {
      name,
      uri: `file:///${name}`,
      documents: new Map(),
      document,
      ...(found ? {problems: found} : {}),
    };
  });
  const generated = generateMerged(parts, options);
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
  readonly options?: GenerateOptions;
  readonly objects: readonly (readonly string[])[];
  readonly problems?: readonly string[];
}

const SAME = 'set it in one of the descriptions, or the same in all of them';
const REMOVE = 'remove it, set `path.base`, or set `disabled: true` in one of the descriptions';
const SET =
  'set `service.name`, for example `x-apigen: {service: {name: petstore}}` or `--service.name petstore`';

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
      name: 'without any setting have no Service',
      documents: [
        {openapi, paths: {'/a': get}},
        {openapi, paths: {'/b': get}},
      ],
      objects: [],
      problems: [`file:///a# | service-name | error | the name of the target Service is missing | ${SET}`],
    },
    {
      name: 'have one prefix by a flag',
      documents: [
        {openapi, 'x-apigen': {service, path: {base: '/x'}}, paths: {'/a': get}},
        {openapi, paths: {'/b': get}},
      ],
      options: {settings: {'path.base': '/api'}},
      objects: [['GET /api/a', 'GET /api/b']],
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
      name: 'that set the same to different values are errors, labels each by itself',
      documents: [
        {
          openapi,
          'x-apigen': {service: {...service, port: 80}, labels: {a: 'x', b: 'y'}},
          paths: {'/a': get},
        },
        {openapi, 'x-apigen': {service: {port: 81}, labels: {a: 'z', b: 'y'}}, paths: {'/b': get}},
      ],
      objects: [],
      problems: [
        `file:///a#/x-apigen/labels/a | merge | error | \`labels.a\` "x" differs from "z" in b | ${SAME}`,
        `file:///b#/x-apigen/labels/a | merge | error | \`labels.a\` "z" differs from "x" in a | ${SAME}`,
        `file:///a#/x-apigen/service/port | merge | error | \`service.port\` 80 differs from 81 in b | ${SAME}`,
        `file:///b#/x-apigen/service/port | merge | error | \`service.port\` 81 differs from 80 in a | ${SAME}`,
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
  ])('$name', ({documents, options, objects, problems = []}) => {
    expect(outcome(documents, options)).toEqual({objects, problems});
  });

  test('report what an overlay does not fit only if it fits none of them', () => {
    const overlay = {code: 'overlay', severity: 'warning', message: 'matches nothing'} as const;
    const own = {code: 'yaml-indentation', severity: 'warning', message: 'indented'} as const;
    const at = {location: {uri: 'file:///overlay', pointer: '/actions/0'}};
    const documents = [
      {openapi, 'x-apigen': {service}, paths: {'/a': get}},
      {openapi, paths: {'/b': get}},
    ];
    const reported = (...found: readonly (readonly Problem[])[]) => outcome(documents, {}, found).problems;
    expect(reported([{...overlay, ...at}], [{...own, ...at}])).toEqual([
      'file:///overlay#/actions/0 | yaml-indentation | warning | indented | ',
    ]);
    expect(reported([{...overlay, ...at}], [{...overlay, ...at}])).toEqual([
      'file:///overlay#/actions/0 | overlay | warning | matches nothing | ',
    ]);
  });

  test('must all be descriptions', () => {
    expect(outcome([{openapi, 'x-apigen': {service}, paths: {'/a': get}}, {a: 1}])).toEqual({
      objects: [],
      problems: [
        'file:///b# | not-openapi | error | not an OpenAPI description: `openapi` or `swagger` is missing at the root | begin it with `openapi: 3.1.0`',
      ],
    });
  });
});
