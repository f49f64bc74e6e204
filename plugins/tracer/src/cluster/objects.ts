import {parseAllDocuments} from 'yaml';
import {TracerError} from '../errors.ts';
import {reasonOf} from '../process/run.ts';
import {listAt, parse, textAt} from './json.ts';
import {kubectl, type ReleaseScope} from './programs.ts';

/** An object of a manifest or of the cluster. */
export interface KubernetesObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  /** The label `app.kubernetes.io/component`, such as `server`; empty without it. */
  readonly component: string;
  /** The label `app.kubernetes.io/name`; empty without it. */
  readonly nameLabel: string;
  readonly body: unknown;
}

/** The fields of an object that the plugin needs, from its JSON. */
export function objectOf(body: unknown): KubernetesObject {
  const label = (name: string) => textAt(body, 'metadata', 'labels', `app.kubernetes.io/${name}`);
  return {
    kind: textAt(body, 'kind'),
    apiVersion: textAt(body, 'apiVersion'),
    name: textAt(body, 'metadata', 'name'),
    component: label('component'),
    nameLabel: label('name'),
    body,
  };
}

/** The objects of a manifest, in its order. */
export function parseManifest(manifest: string): KubernetesObject[] {
  return parseAllDocuments(manifest)
    .map((document) => objectOf(document.toJS()))
    .filter(({kind}) => kind !== '');
}

/** `Service/tracer`. */
export const idOf = ({kind, name}: KubernetesObject): string => `${kind}/${name}`;

/** The resource name of a kind by Kubernetes' own rule (`UnsafeGuessKindToResource`): `services`, `deployments.apps`. */
export function resourceOf({kind, apiVersion}: KubernetesObject): string {
  const singular = kind.toLowerCase();
  const plural = singular.endsWith('s') ? `${singular}es` : `${singular}s`.replace(/ys$/, 'ies');
  const [group, version] = apiVersion.split('/');
  return version === undefined ? plural : `${plural}.${group}`;
}

/** The release's objects of some kinds (`services,deployments`) in the cluster; throws a `TracerError` when it does not answer. */
export async function readObjects(
  scope: ReleaseScope,
  kinds: string,
  signal: AbortSignal | undefined,
  selector: string = scope.selector,
): Promise<KubernetesObject[]> {
  const args = ['get', kinds, `--selector=${selector}`, '--output=json'];
  const outcome = await kubectl(scope, args, {signal});
  return listAt(parse(succeeded(outcome).stdout), 'items').map(objectOf);
}

/** The outcome of a program that succeeded; otherwise throws a `TracerError` with the reason. */
export function succeeded<T extends Awaited<ReturnType<typeof kubectl>>>(
  outcome: T,
  message = 'the cluster stopped answering',
): T {
  if (outcome.status !== 0) throw new TracerError(`${message}: ${reasonOf(outcome)}`);
  return outcome;
}
