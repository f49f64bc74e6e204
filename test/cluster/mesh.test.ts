import {readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {inNamespace, kubectl} from './support/clients.ts';
import {establish, SERVICE_PROFILE_CRD} from './support/crd.ts';
import {meshFolder} from './support/mesh-folder.ts';

const described = (paths: object) =>
  JSON.stringify({openapi: '3.1.0', 'x-apigen': {service: {name: 'shop'}}, paths});
const withTimeout = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});

describe('a ServiceProfile from `apigen mesh`', () => {
  beforeAll(() => establish(SERVICE_PROFILE_CRD));

  it.each([
    {name: 'the example', text: readFileSync(path.resolve('examples/petstore.yaml'), 'utf8')},
    {
      name: 'names that YAML reads as something else, and marks of expressions',
      text: described({
        '/on': {get: {}},
        '/0x1f/{no}': {put: {}},
        '/~': {get: {}},
        '/a.b+c/{id}:cancel': {post: {}},
        '/(x)|[y]': {delete: {}},
        '/slow': withTimeout(4294967295),
        '/free': withTimeout(0),
      }),
    },
    {
      name: '2,000 routes',
      text: described(
        Object.fromEntries(Array.from({length: 1000}, (_, n) => [`/things/${n}/{id}`, {get: {}, put: {}}])),
      ),
    },
  ])('is what the mesh then holds, with $name', ({text}) =>
    inNamespace(async (namespace) => {
      const {mesh} = meshFolder({'openapi.yaml': text});
      const own = [`--namespace=${namespace}`, `--service.namespace=${namespace}`];
      const given = ['-i', 'openapi.yaml', ...own, '--service.name=shop', '--timeouts.request_timeout=10'];
      const {stdout: yaml} = await mesh(...given);
      // kubectl reads YAML 1.1; JSON has one reading only.
      const applied = await kubectl(['apply', '--validate=strict', '-f', '-'], yaml);
      expect(applied).toMatchObject({status: 0, stderr: ''});
      const {stdout} = await kubectl(['get', 'serviceprofiles.mesh.io', '-n', namespace, '-o', 'json']);
      const {metadata, spec} = JSON.parse((await mesh(...given, '--format=json')).stdout);
      expect(JSON.parse(stdout).items).toMatchObject([{metadata: {name: metadata.name}, spec}]);
    }),
  );
});
