import {expect} from '@jest/globals';
import {kubectl} from './clients.ts';

/** Shows the version of a control plane, as its Deployment does, without a pod. */
export async function showVersion(namespace: string, label: string, image: string): Promise<void> {
  const [key = '', value] = label.split('=');
  const labels = {[key]: value};
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {name: 'control-plane', namespace, labels},
    spec: {
      replicas: 0,
      selector: {matchLabels: labels},
      template: {metadata: {labels}, spec: {containers: [{name: 'controller', image}]}},
    },
  };
  const applied = await kubectl(['apply', '--server-side', '-f', '-'], JSON.stringify(deployment));
  expect(applied).toMatchObject({status: 0});
}

/** A Linkerd that reads timeouts of HTTPRoutes. */
export const showLinkerd = () =>
  showVersion(
    'default',
    'linkerd.io/control-plane-component=destination',
    'cr.l5d.io/linkerd/controller:edge-25.11.3',
  );
