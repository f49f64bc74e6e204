import {expect, it} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';
import {lintDescription} from '../../../src/core/generate/lint.ts';
import {NEW_RULES} from '../../shown-rules.ts';

const uri = 'file:///openapi.yaml';
const options = {uri, skipRules: NEW_RULES};

/** A description whose ServiceProfile has `bytes` bytes as JSON: an annotation fills it up. */
function descriptionOf(bytes: number) {
  const base = `/${'a'.repeat(1000)}`;
  const length = Math.floor(bytes / 2200);
  const paths = Object.fromEntries(Array.from({length}, (_, index) => [`/${index}`, {get: {}}]));
  const description = (fill: number) => ({
    openapi: '3.1.0',
    'x-apigen': {service: {name: 'a'}, path: {base}, annotations: {fill: 'a'.repeat(fill)}},
    paths,
  });
  const [empty] = generate(description(0)).objects;
  return description(bytes - JSON.stringify(empty).length);
}

const note = (message: string, hint: string) => ({
  code: 'object-size',
  severity: 'note',
  message: `ServiceProfile "a.default.svc.cluster.local" has ${message}`,
  hint,
  location: {uri, pointer: '/paths', at: 'key'},
});
const SERVER_SIDE = 'run `kubectl apply --server-side`';
const SPLIT = 'split the description, or exclude paths with `x-apigen: {disabled: true}`';

it.each([
  {bytes: 262_144, want: []},
  {
    bytes: 262_145,
    want: [note('262145 bytes as JSON: `kubectl apply` refuses more than 262144', SERVER_SIDE)],
  },
  {bytes: 1_572_865, want: [note('1572865 bytes as JSON: etcd refuses more than 1572864', SPLIT)]},
])('$bytes bytes', ({bytes, want}) => {
  const document = descriptionOf(bytes);
  const {objects, problems} = generate(document, {...options, strict: true});
  expect(objects.map((object) => Buffer.byteLength(JSON.stringify(object)))).toEqual([bytes]);
  expect(problems).toEqual(want);
  expect(lintDescription(document, options)).toEqual(want);
});

it('is not measured with an error', () => {
  const document = {...descriptionOf(262_145), paths: {...descriptionOf(262_145).paths, b: {}}};
  expect(generate(document, options).problems.map(({code}) => code)).toEqual(['path-template']);
});
