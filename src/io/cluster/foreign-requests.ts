import {clusterNote, type Problem} from '../../core/base/problem.ts';
import {type Resource, resourceId, resourceOf} from '../../core/kubernetes/resource.ts';
import {HTTP_ROUTES} from '../../core/targets/http-route/object-kinds.ts';
import {mapsIn} from '../../core/targets/target.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {withSharedRequests} from '../run/generate/several-outputs.ts';
import {readWanted} from './api-server.ts';
import {isOwn, type ReadObjects} from './cluster-objects.ts';
import {ClusterFailed, isUnknownKind, orFailed} from './kubectl.ts';

/** Those of Gateways are not a row of OBJECT_KINDS, since apigen generates none. */
const GATEWAY_KINDS = [HTTP_ROUTES.kind, 'Gateway'];

const GATEWAYS_NEEDED = 'you may read the HTTPRoutes and Gateways of all namespaces';

async function ofOwnNamespaces(reading: Promise<ReadObjects | ClusterFailed>) {
  const read = await reading;
  return read instanceof ClusterFailed ? read : read.objects.filter(({kind}) => kind === HTTP_ROUTES.kind);
}

async function ofAllNamespaces(): Promise<Resource[]> {
  const apiVersion = 'gateway.networking.k8s.io/v1';
  const read = GATEWAY_KINDS.map((kind) => readWanted({apiVersion, kind}, GATEWAYS_NEEDED));
  return (await Promise.all(read)).flat();
}

/** Outputs with the problems of requests that other outputs or HTTPRoutes in the cluster match too, and a note if these cannot be read. */
export async function withForeignRequests(
  outputs: readonly Output[],
  reading: Promise<ReadObjects | ClusterFailed>,
): Promise<{readonly outputs: readonly Output[]; readonly notes: readonly Problem[]}> {
  const objects = outputs.flatMap((output) => output.objects);
  const parents = objects.flatMap((object) => mapsIn(object, 'parentRefs'));
  if (parents.length === 0) return {outputs, notes: []};
  // What is attached to a Service or its ports is in the same namespace.
  const answer = parents.every(({kind}) => kind !== 'Gateway')
    ? await ofOwnNamespaces(reading)
    : await orFailed(ofAllNamespaces());
  if (answer instanceof ClusterFailed) {
    const note = clusterNote(`HTTPRoutes of others are not compared: ${answer.message}`, answer.hint);
    return {outputs: withSharedRequests(outputs), notes: isUnknownKind(answer) ? [] : [note]};
  }
  const held = new Map(answer.map((one) => [resourceId(one), one]));
  const generated = new Set(objects.map((object) => resourceId(resourceOf(object))));
  const foreign = answer.filter(
    (one) => !generated.has(resourceId(one)) && !outputs.some((output) => isOwn(output, one)),
  );
  return {outputs: withSharedRequests(outputs, held, foreign), notes: []};
}
