import {clusterNote, type Problem} from '../../core/base/problem.ts';
import {resourceId, resourceOf} from '../../core/kubernetes/resource.ts';
import {HTTP_ROUTES} from '../../core/targets/http-route/object-kinds.ts';
import {mapsIn} from '../../core/targets/target.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {withSharedRequests} from '../run/generate/several-outputs.ts';
import {isOwn} from './cluster-objects.ts';
import {ClusterFailed, isUnknownKind, kubectlGet, orFailed} from './kubectl.ts';

/** Not a row of OBJECT_KINDS, since apigen generates none. */
const GATEWAYS = {kind: 'Gateway', plural: 'gateways'};

/** Outputs with the problems of requests that other outputs or HTTPRoutes in the cluster match too, and a note if these cannot be read. */
export async function withForeignRequests(
  outputs: readonly Output[],
): Promise<{readonly outputs: readonly Output[]; readonly notes: readonly Problem[]}> {
  const objects = outputs.flatMap((output) => output.objects);
  const parents = objects.flatMap((object) => mapsIn(object, 'parentRefs'));
  if (parents.length === 0) return {outputs, notes: []};
  // What is attached to a Service is in the same namespace.
  const ofServices = parents.every(({kind}) => kind === 'Service');
  const [namespace, ...more] = new Set(objects.map(({metadata}) => metadata.namespace));
  const [scope, where] =
    ofServices && more.length === 0
      ? [`--namespace=${namespace}`, 'its namespace']
      : ['--all-namespaces', 'all namespaces'];
  const kinds = ofServices ? [HTTP_ROUTES] : [HTTP_ROUTES, GATEWAYS];
  const names = kinds.map(({plural}) => `${plural}.gateway.networking.k8s.io`).join();
  const needed = `you may read the ${kinds.map(({kind}) => `${kind}s`).join(' and ')} of ${where}`;
  const answer = await orFailed(kubectlGet([names, scope], needed));
  if (answer instanceof ClusterFailed) {
    const note = clusterNote(`HTTPRoutes of others are not compared: ${answer.message}`, answer.hint);
    return {outputs: withSharedRequests(outputs), notes: isUnknownKind(answer) ? [] : [note]};
  }
  const inCluster = new Map(answer.map((one) => [resourceId(one), one]));
  const generated = new Set(objects.map((object) => resourceId(resourceOf(object))));
  const foreign = answer.filter(
    (one) => !generated.has(resourceId(one)) && !outputs.some((output) => isOwn(output, one)),
  );
  return {outputs: withSharedRequests(outputs, inCluster, foreign), notes: []};
}
