import {describe, expect, it} from '@jest/globals';
import {helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {objectsIn} from '../support/objects.ts';
import {releaseIn} from './release.ts';

const ALL = ['collector.enabled=true', 'backend.enabled=true', 'sampleApp.enabled=true'];
const KIND_B = [
  'server.telemetry.dataStore=kindB',
  'telemetry.dataStores.kindB.kindB.endpoint=tempo.tracing:9095',
];

describe.each(helmMajors)('the chart under helm %i', (major) => {
  const release = (namespace: string) => releaseIn(major, namespace);

  it('runs all components under the restricted Pod Security standard, and passes its test', () =>
    inNamespace(async (namespace) => {
      const {install, test} = release(namespace);
      const standard = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);
      await kubectl(['label', 'namespace', namespace, ...standard]);
      const withoutUser = 'server.podSecurityContext.runAsUser=null,server.podSecurityContext.fsGroup=null';
      expect(await install(...ALL, withoutUser, 'caCertificates.configMap=kube-root-ca.crt')).toBe('');
      const pods = (await objectsIn(namespace)).filter(({kind}) => kind === 'Pod');
      expect(pods).toHaveLength(5);
      // No container runs here: kwok simulates that the test succeeds; the pod is really admitted.
      expect((await test()).stdout).toContain('Phase:          Succeeded');
    }));

  it('restarts on an upgrade only what has changed', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, kube} = release(namespace);
      const components = ['collector.enabled=true', 'backend.enabled=true'];
      const generations = () =>
        kube(
          ...['get', 'deployments,statefulsets', '-o'],
          'jsonpath={range .items[*]}{.metadata.name} {.metadata.generation} {end}',
        );
      expect(await install(...components)).toBe('');
      expect(await upgrade(...components)).toBe('');
      expect(await generations()).toBe('tracer 1 tracer-backend 1 tracer-collector 1 tracer-postgresql 1 ');
      expect(await upgrade(...components, ...KIND_B)).toBe('');
      expect(await generations()).toBe('tracer 2 tracer-backend 1 tracer-collector 2 tracer-postgresql 1 ');
    }));
});
