import {readFileSync} from 'node:fs';
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {beforeAll, expect, test} from '@jest/globals';
import {load} from 'js-yaml';
import {globSync} from 'tinyglobby';
import {isMap} from '../../../src/core/base/json.ts';
import {OBJECT_KINDS, objectKind} from '../../../src/core/generate/object-kinds.ts';
import {MANAGER, type OwnObjects, relationTo} from '../../../src/core/kubernetes/own-objects.ts';
import {groupOf, type Resource, resourceOf} from '../../../src/core/kubernetes/resource.ts';
import type {KubernetesObject} from '../../../src/core/targets/target.ts';
import {goldenCases} from '../../golden-cases.ts';
import {isForLibrary, runWithLibrary} from '../../golden-library.ts';

interface GoldenOutput {
  readonly name: string;
  readonly objects: readonly Resource[];
  readonly own: readonly OwnObjects[];
}

/** The outputs of all golden cases, but those whose labels are replaced, of which a rule says that they are not found. */
let outputs: readonly GoldenOutput[] = [];

/** As a cluster has it after `apigen apply`. */
function asApplied(object: KubernetesObject): Resource {
  const managedFields = [{manager: MANAGER, operation: 'Apply', fieldsV1: {}}];
  return resourceOf({...object, metadata: {...object.metadata, managedFields}});
}

beforeAll(async () => {
  const cases = goldenCases().filter((golden) => isForLibrary(golden) && golden.want?.status === 0);
  const all = cases.map(async (golden) => {
    const {generated, stderr} = await runWithLibrary(golden);
    const objects = (generated?.objects ?? []).map(asApplied);
    return {name: golden.name, objects, own: generated?.own() ?? [], isFound: !/replaced-label/.test(stderr)};
  });
  outputs = (await Promise.all(all)).filter(({isFound}) => isFound);
});

const find = (own: readonly OwnObjects[], object: Resource) =>
  own.filter((one) => relationTo(one, object) === 'own');

test('every kind that a folder exports has a row', async () => {
  const files = globSync('src/core/**/object-kinds.ts', {absolute: true});
  const modules: object[] = await Promise.all(files.map((file) => import(file)));
  const kinds = modules.flatMap(Object.values).filter((value: unknown) => isMap(value) && 'plural' in value);
  expect(new Set(OBJECT_KINDS)).toEqual(new Set(kinds));
});

test('every kind has the plural of its CRD', () => {
  const crds = load(readFileSync(path.join(import.meta.dirname, 'crd-names.yaml'), 'utf8'));
  const names = OBJECT_KINDS.flatMap(({kind, plural, apiVersions}) =>
    apiVersions.map((version) => ({group: groupOf(version), kind, plural})),
  );
  expect(crds).toEqual(expect.arrayContaining(names));
});

test('every generated object has a row', () => {
  const unknown = outputs.flatMap(({objects}) => objects.filter(({content}) => !objectKind(content)));
  expect(unknown).toEqual([]);
});

test('every generated object is found again, once, by what its settings look for', () => {
  const wrong = outputs.flatMap(({name, objects, own}) =>
    objects.flatMap((object) =>
      find(own, object).length === 1 ? [] : [`${name}: ${object.kind} ${object.name}`],
    ),
  );
  expect(outputs.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('no object is found by what others look for, unless its settings look for the same', () => {
  const wrong = outputs.flatMap(({name, objects, own}) =>
    outputs.flatMap((other) =>
      objects.flatMap((object) =>
        find(other.own, object)
          .filter((found) => !own.some((one) => isDeepStrictEqual(one, found)))
          .map(() => `${other.name} finds ${object.kind} ${object.name} of ${name}`),
      ),
    ),
  );
  expect(wrong).toEqual([]);
});
