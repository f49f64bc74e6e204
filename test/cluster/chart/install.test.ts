import {describe, expect, it} from '@jest/globals';
import {helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {namesIn, objectsIn} from '../support/objects.ts';
import '../timeout.ts';
import {releaseIn} from './release.ts';

const ALL = ['collector.enabled=true', 'backend.enabled=true', 'sampleApp.enabled=true'];
const KIND_B = [
  'server.telemetry.dataStore=kindB',
  'telemetry.dataStores.kindB.kindB.endpoint=tempo.tracing:9095',
];

describe.each(helmMajors)('the chart under helm %i', (major) => {
  const release = (namespace: string) => releaseIn(major, namespace);

  const WITHOUT_USER = '.podSecurityContext.runAsUser=null,';
  it.each([
    {name: 'the default values', sets: []},
    {
      name: 'users that the cluster assigns, volumes and certificates',
      sets: [
        ...['server', 'collector', 'backend', 'sampleApp', 'postgresql'].map(
          (component) => `${component}${WITHOUT_USER}${component}.podSecurityContext.fsGroup=null`,
        ),
        'caCertificates.configMap=kube-root-ca.crt,server.priorityClassName=system-cluster-critical',
        'backend.extraVolumes[0].name=cache,backend.extraVolumes[0].emptyDir.medium=Memory',
        'backend.extraVolumeMounts[0].name=cache,backend.extraVolumeMounts[0].mountPath=/cache',
      ],
    },
  ])(
    'runs all components under the restricted Pod Security standard with $name, and passes its test',
    ({sets}) =>
      inNamespace(async (namespace) => {
        const {install, test, kube} = release(namespace);
        const standard = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);
        await kubectl(['label', 'namespace', namespace, ...standard]);
        expect(await install(...ALL, ...sets)).toBe('');
        const pods = (await objectsIn(namespace)).filter(({kind}) => kind === 'Pod');
        expect(pods.map(({metadata}) => metadata.labels?.['app.kubernetes.io/component']).sort()).toEqual([
          'backend',
          'collector',
          'database',
          'sample-app',
          'server',
        ]);
        // The default endpoint names it in the specification's spelling; DNS does not care about case.
        expect(await kube('get', 'service', 'kinda-query', '-o', 'jsonpath={.spec.ports[0].port}')).toBe(
          '16685',
        );
        // No container runs here: kwok simulates that the test succeeds; the pod is really admitted.
        expect((await test()).stdout).toContain('Phase:          Succeeded');
      }),
  );

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

  it('starts with an external database by a Secret of yours, and leaves that Secret', () =>
    inNamespace(async (namespace) => {
      const {install, uninstall, secret} = release(namespace);
      await secret('mine', 'password', 'x');
      const external = ['postgresql.enabled=false', 'externalDatabase.host=db'];
      expect(await install(...external, 'externalDatabase.existingSecret=mine')).toBe('');
      expect(await namesIn(namespace)).not.toContain('StatefulSet/tracer-postgresql');
      expect(await uninstall()).toBe('');
      const names = await namesIn(namespace);
      expect(names.filter((name) => !/^(Pod|ReplicaSet)\//.test(name))).toEqual(['Secret/mine']);
    }));
});
