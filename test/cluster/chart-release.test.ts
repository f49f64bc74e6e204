import {describe, expect, it, jest} from '@jest/globals';
import {CHART, setFlags} from './chart.ts';
import {type HelmMajor, helm, helmMajors, inNamespace, kubectl} from './clients.ts';

// Helm and kubectl wait at most two minutes, and say what for.
jest.setTimeout(300_000);

const EVERYTHING = [
  ...['collector.enabled=true', 'backend.enabled=true', 'sampleApp.enabled=true'],
  ...['networkPolicy.enabled=true', 'ingress.enabled=true', 'ingress.hosts={tracer.example.com}'],
];
const KIND_B = [
  'server.telemetry.dataStore=kindB',
  'telemetry.dataStores.kindB.kindB.endpoint=tempo.tracing:9095',
];
const CLAIM = 'data-tracer-postgresql-0';
const KINDS =
  'deployments,statefulsets,pods,services,configmaps,secrets,persistentvolumeclaims,serviceaccounts,ingresses,networkpolicies';

/** The release `tracer` in one namespace, and what the cluster tells of it. */
class Release {
  readonly major: HelmMajor;
  readonly namespace: string;

  constructor(major: HelmMajor, namespace: string) {
    this.major = major;
    this.namespace = namespace;
  }

  helm(command: string, args: readonly string[] = []) {
    return helm(this.major, [command, 'tracer', ...args, '--namespace', this.namespace]);
  }

  /** Installs or upgrades, and waits until all is ready. */
  put(command: 'install' | 'upgrade', sets: readonly string[] = []) {
    return this.helm(command, [CHART, '--wait', '--timeout=2m', ...setFlags(sets)]);
  }

  /** Uninstalls, and waits until the volume's claim is gone when it is to go. */
  async uninstall({keepsData = false} = {}) {
    const {status} = await this.helm('uninstall', ['--wait']);
    if (!keepsData) await this.kubectl(['wait', '--for=delete', `pvc/${CLAIM}`, '--timeout=60s']);
    return status;
  }

  kubectl(args: readonly string[]) {
    return kubectl([...args, '--namespace', this.namespace]);
  }

  async get(what: string, jsonpath: string) {
    return (await this.kubectl(['get', ...what.split(' '), '-o', `jsonpath={${jsonpath}}`])).stdout;
  }

  password = () => this.get('secret tracer-postgresql', '.data.password');
  claim = () => this.get(`pvc ${CLAIM}`, '.metadata.uid');

  /** `<kind>/<name>` of all that is there, but for what every namespace has. */
  async objects() {
    const {stdout} = await this.kubectl(['get', KINDS, '-o', 'name']);
    const ofAll = ['configmap/kube-root-ca.crt', 'serviceaccount/default'];
    return stdout.split('\n').filter((name) => name !== '' && !ofAll.includes(name));
  }
}

const withRelease = (major: HelmMajor, test: (release: Release) => Promise<void>) =>
  inNamespace(async (namespace) => {
    const label = 'pod-security.kubernetes.io/enforce=restricted';
    await kubectl(['label', 'namespace', namespace, label]);
    await test(new Release(major, namespace));
  });

describe.each(helmMajors)('a release by helm %i, where pods are restricted', (major) => {
  it('has each component ready, passes its test and leaves nothing', () =>
    withRelease(major, async (release) => {
      expect(await release.put('install', EVERYTHING)).toMatchObject({status: 0, stderr: ''});
      expect(await release.get('deployments,statefulsets', '.items[*].status.readyReplicas')).toBe(
        '1 1 1 1 1',
      );
      const ports = await release.get('service kinda-query', '.spec.ports[*].port');
      expect(ports).toBe('16685 16686 4317 4318');
      expect(await release.get('service tracer', '.spec.ports[*].port')).toBe('11633');
      expect(await release.helm('test')).toMatchObject({status: 0});
      expect(await release.uninstall()).toBe(0);
      expect(await release.objects()).toEqual([]);
    }));

  it('keeps its password over an upgrade, and restarts only what has changed', () =>
    withRelease(major, async (release) => {
      expect(await release.put('install')).toMatchObject({status: 0});
      const before = await release.password();
      expect(Buffer.from(before, 'base64').toString()).toMatch(/^[A-Za-z0-9]{32}$/);
      expect(await release.put('upgrade', KIND_B)).toMatchObject({status: 0, stderr: ''});
      expect(await release.password()).toBe(before);
      expect(await release.get('deployments,statefulsets', '.items[*].metadata.generation')).toBe('2 1');
    }));

  it.each([
    {key: 'password', value: 'another'},
    {key: 'username', value: 'another'},
    {key: 'database', value: 'another'},
  ])('refuses another $key than its database was made with', ({key, value}) =>
    withRelease(major, async (release) => {
      expect(await release.put('install')).toMatchObject({status: 0});
      const {status, stderr} = await release.put('upgrade', [`postgresql.auth.${key}=${value}`]);
      expect(status).toBe(1);
      expect(stderr).toContain(
        `postgresql.auth.${key} is not the one that the database was made with, which stands in Secret tracer-postgresql: PostgreSQL takes it only when its volume is empty. Leave the value as it was, or change it in the database and in the Secret first\n`,
      );
    }),
  );

  it('keeps volume and password when told to, and takes both over', () =>
    withRelease(major, async (release) => {
      expect(await release.put('install')).toMatchObject({status: 0});
      const [password, claim] = [await release.password(), await release.claim()];
      expect(await release.put('upgrade', ['postgresql.persistence.retain=true'])).toMatchObject({status: 0});
      expect(await release.uninstall({keepsData: true})).toBe(0);
      expect(await release.objects()).toEqual(['secret/tracer-postgresql', `persistentvolumeclaim/${CLAIM}`]);
      expect(await release.put('install')).toMatchObject({status: 0});
      expect([await release.password(), await release.claim()]).toEqual([password, claim]);
      expect(await release.uninstall()).toBe(0);
      expect(await release.objects()).toEqual([]);
    }));

  it('stops at a kept volume whose password is gone', () =>
    withRelease(major, async (release) => {
      expect(await release.put('install', ['postgresql.persistence.retain=true'])).toMatchObject({status: 0});
      expect(await release.uninstall({keepsData: true})).toBe(0);
      await release.kubectl(['delete', 'secret', 'tracer-postgresql']);
      const {status, stderr} = await release.put('install');
      expect(status).toBe(1);
      expect(stderr).toContain(
        `the volume ${CLAIM} holds a database whose password is not known here, since Secret tracer-postgresql is gone: set postgresql.auth.password to that password, or delete the volume (kubectl delete pvc ${CLAIM} --namespace ${release.namespace})\n`,
      );
    }));

  it('reaches an external database by a Secret of yours', () =>
    withRelease(major, async (release) => {
      const external = [
        'postgresql.enabled=false',
        'externalDatabase.host=db',
        'externalDatabase.existingSecret=mine',
      ];
      await release.kubectl(['create', 'secret', 'generic', 'mine', '--from-literal=password=x']);
      expect(await release.put('install', external)).toMatchObject({status: 0, stderr: ''});
      expect(await release.objects()).not.toContain('statefulset.apps/tracer-postgresql');
      expect(await release.helm('uninstall', ['--wait'])).toMatchObject({status: 0});
      expect(await release.objects()).toEqual(['secret/mine']);
    }));
});
