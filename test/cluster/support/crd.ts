import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {moduleFolder} from '../control-plane/module-folder.ts';
import {ENVOY_GATEWAY, ISTIO_API} from '../control-plane/programs.ts';
import {until} from '../control-plane/start.ts';
import {kubectl} from './clients.ts';

/** The CRD of ServiceProfiles in the group `mesh.io`. */
export const SERVICE_PROFILE_CRD = path.resolve(import.meta.dirname, '../service-profile-crd.yaml');

/** The same in the group of Linkerd, as a file. */
export function linkerdCrd(): string {
  const file = path.join(clusterAccess().folder, 'linkerd-crd.yaml');
  writeFileSync(file, readFileSync(SERVICE_PROFILE_CRD, 'utf8').replaceAll('mesh.io', 'linkerd.io'));
  return file;
}

/** The CRDs of Linkerd's policies. */
export const LINKERD_POLICY_CRDS =
  process.env.APIGEN_TEST_LINKERD_CRDS ?? path.resolve(import.meta.dirname, '../linkerd-policy-crds.yaml');

/** Applies CRDs, also over those of another version, and waits until the API server serves them. */
export async function establish(file: string): Promise<void> {
  const applied = await kubectl(['apply', '--server-side', '--force-conflicts', '-f', file]);
  expect(applied).toMatchObject({status: 0});
  // It fails at once where the API server has not written conditions yet: `.status.conditions accessor error`.
  await until(async () => (await kubectl(['wait', '--for=condition=Established', '-f', file])).status === 0);
}

/** A CRD in the standard channel of a release of the Gateway API, by the plural of its kind. */
export async function gatewayCrd(version: string, name: string): Promise<string> {
  const folder = await moduleFolder(`sigs.k8s.io/gateway-api@${version}`);
  return path.join(folder, `config/crd/standard/gateway.networking.k8s.io_${name}.yaml`);
}

/** Applies the CRDs of Envoy Gateway's policies. */
export async function establishEnvoyPolicies(): Promise<void> {
  const folder = await moduleFolder(`github.com/envoyproxy/gateway@${ENVOY_GATEWAY}`);
  for (const plural of ['securitypolicies', 'backendtrafficpolicies']) {
    const name = `gateway.envoyproxy.io_${plural}.yaml`;
    await establish(path.join(folder, 'charts/gateway-helm/charts/crds/crds/generated', name));
  }
}

/** The CRDs of Istio. */
export async function istioCrds(): Promise<string> {
  const folder = await moduleFolder(`istio.io/api@${ISTIO_API}`);
  return path.join(folder, 'kubernetes/customresourcedefinitions.gen.yaml');
}
