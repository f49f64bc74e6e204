import {mapsOf, valueAt} from '../../core/base/json.ts';
import type {Problem} from '../../core/base/problem.ts';
import type {MeshVersions} from '../../core/mesh-versions.ts';
import {versionProblems} from '../../core/targets/version-needs.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {readWanted} from './api-server.ts';
import {ClusterFailed, orFailed} from './kubectl.ts';

/** Reports what outputs need that versions in the cluster do not have, as far as they can be read. */
export async function clusterVersionProblems(
  outputs: readonly Pick<Output, 'needs'>[],
): Promise<readonly Problem[]> {
  const needs = outputs.flatMap((output) => output.needs ?? []);
  const readers = new Map(needs.map(({title, versions}) => [title, versions]));
  const known = [...readers].map(async ([title, one]) => [title, await versionsIn(one)] as const);
  return versionProblems(needs, new Map(await Promise.all(known)));
}

const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: 'httproutes.gateway.networking.k8s.io',
};

/** The versions that the cluster shows of an implementation, or of the CRDs; none if it does not, or may not be read. */
async function versionsIn({shown: {selector, image}}: MeshVersions): Promise<readonly string[]> {
  const wanted = selector ? {apiVersion: 'apps/v1', kind: 'Deployment', selector} : CRD;
  const answer = await orFailed(readWanted(wanted, ''));
  if (answer instanceof ClusterFailed) return [];
  const texts = answer.flatMap(({content}) =>
    selector
      ? mapsOf(valueAt(content, '/spec/template/spec/containers')).map((container) => container.image)
      : Object.entries(valueAt(content, '/metadata/annotations') ?? {}).map((entry) => entry.join(':')),
  );
  // The experimental channel has fields before the version that counts for the standard channel.
  const isExperimental = texts.includes('gateway.networking.k8s.io/channel:experimental');
  const shown = texts.flatMap((text) => new RegExp(`(?:^|/)${image}:([^@]+)`).exec(String(text))?.[1] ?? []);
  return isExperimental ? [] : shown.filter((version) => /\d\.\d/.test(version));
}
