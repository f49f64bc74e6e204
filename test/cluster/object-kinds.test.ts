import {beforeAll, expect, it} from '@jest/globals';
import {OBJECT_KINDS, resourceType} from '../../src/core/generate/object-kinds.ts';
import {groupOf} from '../../src/core/kubernetes/resource.ts';
import {establishRoutes} from './support/apply-folder.ts';
import {kubectl} from './support/clients.ts';
import {
  establish,
  establishEnvoyPolicies,
  istioCrds,
  LINKERD_POLICY_CRDS,
  linkerdCrd,
} from './support/crd.ts';

beforeAll(async () => {
  await establishRoutes();
  await establish(linkerdCrd());
  await establishEnvoyPolicies();
  await establish(await istioCrds());
  await establish(LINKERD_POLICY_CRDS);
});

const KINDS = OBJECT_KINDS.flatMap(({kind, apiVersions}) =>
  apiVersions.map((apiVersion) => ({kind, apiVersion})),
);

it.each(KINDS)('the API server has $kind of $apiVersion by its plural', async ({kind, apiVersion}) => {
  const args = ['api-resources', '--no-headers', `--api-group=${groupOf(apiVersion)}`, '--output=wide'];
  const served = (await kubectl(args)).stdout.split('\n').map((line) => line.split(/ +/));
  const names = served.filter((columns) => columns.includes(kind)).map(([plural]) => plural);
  expect(names.map((plural) => `${plural}.${groupOf(apiVersion)}`)).toEqual([
    resourceType({apiVersion, kind}),
  ]);
});
