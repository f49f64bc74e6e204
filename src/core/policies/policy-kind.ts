import {ownValue} from '../base/json.ts';
import type {PolicyFacts} from '../meshes.ts';
import {chosenReader} from '../openapi/chosen-reader.ts';
import {HTTP_ROUTES} from '../targets/http-route/object-kinds.ts';
import {selectorLabels} from '../targets/http-route/object-name.ts';
import {gatewayReader, type TargetObjectKind} from '../targets/target.ts';

/** Whether pods may have the labels of two selectors. */
export function mayHaveBoth(labels: unknown, others: unknown): boolean {
  return Object.entries(others ?? {}).every(([label, value]) => (ownValue(labels, label) ?? value) === value);
}

/** Pods and their ports in words, which differ for two places of policies. */
export function podsText(labels: unknown, namespace: string, ports: readonly unknown[]): string {
  const pods = Object.entries(labels ?? {}).map((label) => label.join('='));
  return `pods ${pods.join(' ')} in ${namespace}, ports ${ports.join(' ')}`;
}

/**
 * A kind of policies. They come before the routes: a policy without its route protects nothing, and no route is without.
 *
 * @param attachedTo what the policies of the mesh or gateway are attached to
 */
export function policyKind<
  P extends Pick<TargetObjectKind, 'plural' | 'toObjects' | 'policyOn' | 'hasStatus' | 'isWidenedBy'>,
>({kind, apiVersion}: {kind: string; apiVersion: string}, attachedTo: PolicyFacts['attachedTo'], row: P) {
  return {
    policyOn: 'callers',
    ...row,
    kind,
    apiVersions: [apiVersion],
    target: HTTP_ROUTES.target,
    ownObjects: (settings) => {
      const reader = attachedTo === 'rules' ? gatewayReader(settings) : chosenReader(settings);
      const isWritten = reader?.policies?.attachedTo === attachedTo;
      return isWritten
        ? [{namespace: settings.get('namespace') ?? '', labels: selectorLabels(settings)}]
        : [];
    },
    serviceOf: () => undefined,
    routes: () => [],
  } satisfies TargetObjectKind;
}
