import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {clusterAccess} from './control-plane/cluster-access.ts';
import {inNamespace, kubectl} from './support/clients.ts';
import {run} from './support/run.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const crd = path.join(import.meta.dirname, 'service-profile-crd.yaml');

/** Runs `apigen mesh` and returns what it printed. */
async function mesh(file: string, args: readonly string[]): Promise<string> {
  const {status, stdout, stderr} = await run(process.execPath, [
    path.join(root, 'bin', 'run.cjs'),
    'mesh',
    '-i',
    file,
    ...args,
  ]);
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
  return stdout;
}

function description(name: string, paths: object): string {
  const file = path.join(clusterAccess().folder, `${name}.json`);
  const info = {title: 'Shop', version: '1'};
  writeFileSync(file, JSON.stringify({openapi: '3.1.0', info, 'x-apigen': {service: {name: 'shop'}}, paths}));
  return file;
}

const operation = {responses: {200: {description: 'done'}}};
const paths = {
  'names that YAML reads as something else': {
    '/on': {get: operation},
    '/0x1f/{no}': {put: operation},
    '/~': {get: operation},
  },
  'literal text with the marks of an expression': {
    '/a.b+c/{id}:cancel': {post: operation},
    '/(x)|[y]': {delete: operation},
  },
  'a timeout, and an opt-out': {
    '/slow': {get: {...operation, 'x-apigen': {timeouts: {request_timeout: 4294967295}}}},
    '/free': {get: {...operation, 'x-apigen': {timeouts: {request_timeout: 0}}}},
  },
  '2,000 routes': Object.fromEntries(
    Array.from({length: 1000}, (_, n) => [`/things/${n}/{id}`, {get: operation, put: operation}]),
  ),
};

describe('a ServiceProfile from `apigen mesh`', () => {
  beforeAll(async () => {
    expect(await kubectl(['apply', '-f', crd])).toMatchObject({status: 0});
    expect(await kubectl(['wait', '--for=condition=Established', '-f', crd])).toMatchObject({status: 0});
  });

  it.each([
    {name: 'the example', file: path.join(root, 'examples', 'petstore.yaml'), args: ['--service.name=shop']},
    ...Object.entries(paths).map(([name, given]) => ({name, file: description(name, given), args: []})),
  ])('is what the mesh then holds, with $name', ({file, args}) =>
    inNamespace(async (namespace) => {
      const own = [`--namespace=${namespace}`, `--service.namespace=${namespace}`];
      const given = [...args, ...own, '--timeouts.request_timeout=10'];
      // kubectl reads YAML 1.1; JSON has one reading only.
      const applied = await kubectl(['apply', '--validate=strict', '-f', '-'], await mesh(file, given));
      expect(applied).toMatchObject({status: 0, stderr: ''});
      const {stdout} = await kubectl(['get', 'serviceprofiles.mesh.io', '-n', namespace, '-o', 'json']);
      const held: {items: {metadata: {name: string}; spec: unknown}[]} = JSON.parse(stdout);
      const printed: {metadata: {name: string}; spec: unknown} = JSON.parse(
        await mesh(file, [...given, '--format=json']),
      );
      expect(held.items.map(({metadata, spec}) => ({name: metadata.name, spec}))).toEqual([
        {name: printed.metadata.name, spec: printed.spec},
      ]);
    }),
  );
});
