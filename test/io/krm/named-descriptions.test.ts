import {expect, test} from '@jest/globals';
import {readMeshRoutes} from '../../../src/core/krm/mesh-routes.ts';
import {resourceOf} from '../../../src/core/krm/resources.ts';
import {namedDescriptions} from '../../../src/io/krm/named-descriptions.ts';

const CONFIG = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes', metadata: {name: 'routes'}};

/** How often the names of ConfigMaps are read to find one for each of as many Services. */
async function namesRead(count: number): Promise<number> {
  let reads = 0;
  const items = Array.from({length: count}, (_, index) => {
    const annotations = {'apigen.dev/description': `configmap:c${index}`};
    const service = {apiVersion: 'v1', kind: 'Service', metadata: {name: `s${index}`, annotations}};
    const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: `c${index}`}, data: {a: 'b'}};
    const counted = {
      ...resourceOf(configMap, `resource:///items/c${index}`),
      get name() {
        reads += 1;
        return `c${index}`;
      },
    };
    return [resourceOf(service, `resource:///items/s${index}`), counted];
  }).flat();
  const {meshRoutes} = readMeshRoutes(CONFIG, {uri: 'resource:///functionConfig', pointer: ''});
  const config = resourceOf(CONFIG, 'resource:///functionConfig');
  const {descriptions, problems} = await namedDescriptions(config, meshRoutes, items);
  expect([descriptions.length, problems]).toEqual([count, []]);
  return reads;
}

test('the ConfigMaps of ten times as many Services are found with ten times as many reads', async () => {
  const few = await namesRead(20);
  expect(few).toBeGreaterThan(0);
  expect(await namesRead(200)).toBe(10 * few);
});

test('Services that name one ConfigMap share its bytes', async () => {
  const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}, data: {a: 'openapi: 3.1.0'}};
  const annotations = {'apigen.dev/description': 'configmap:c'};
  const services = ['s', 't'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {name, annotations},
  }));
  const items = [...services, configMap].map((item, index) => resourceOf(item, `resource:///items/${index}`));
  const {meshRoutes} = readMeshRoutes(CONFIG, {uri: 'resource:///functionConfig', pointer: ''});
  const config = resourceOf(CONFIG, 'resource:///functionConfig');
  const {descriptions} = await namedDescriptions(config, meshRoutes, items);
  const bytes = descriptions.map(({given}) => given && 'bytes' in given && given.bytes);
  expect(bytes).toEqual([Buffer.from('openapi: 3.1.0'), Buffer.from('openapi: 3.1.0')]);
  expect(bytes[0]).toBe(bytes[1]);
});
