import type {Problem} from '../../core/base/problem.ts';
import {type ResourceNames, resourceName} from '../../core/kubernetes/resource.ts';
import {serviceOf} from '../../core/targets/index.ts';
import type {NamedService} from '../../core/targets/target.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {ClusterFailed, kubectlGetNamed, orFailed} from './kubectl.ts';

/** A Service as kubectl names it. */
export function asService({name, namespace}: NamedService): ResourceNames {
  return {apiVersion: 'v1', kind: 'Service', name, namespace};
}

/** Those of some Services that are not in the cluster, as `resourceName` has them; none if it does not say. */
export async function absentServices(services: readonly ResourceNames[]): Promise<ReadonlySet<string>> {
  const found = await orFailed(kubectlGetNamed(services, 'you are allowed to read its Services'));
  if (found instanceof ClusterFailed) return new Set();
  const names = new Set(found.map(resourceName));
  return new Set(services.map(resourceName).filter((name) => !names.has(name)));
}

/** Warnings of outputs whose Service is not in the cluster: its name or namespace may be wrong. */
export async function absentServiceProblems(outputs: readonly Output[]): Promise<Problem[]> {
  const services = outputs.flatMap(({objects, servedBy}) =>
    servedBy ? [] : objects.flatMap((object) => serviceOf(object) ?? []).slice(0, 1),
  );
  return [...(await absentServices(services.map(asService)))].map((name) => ({
    code: 'cluster',
    severity: 'warning',
    message: `${name} is not in the cluster`,
    hint: 'check `service.name` and `service.namespace`',
  }));
}
