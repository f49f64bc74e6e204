import {describe, expect, it} from '@jest/globals';
import {chartFolder} from '../support/chart-repository.ts';
import {type HelmMajor, helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {leftIn, namesIn} from '../support/objects.ts';
import {setFlags} from '../support/render.ts';
import '../timeout.ts';

const KIND_B = [
  'server.telemetry.dataStore=kindB',
  'telemetry.dataStores.kindB.kindB.endpoint=tempo.tracing:9095',
];
const CLAIM = 'data-tracer-postgresql-0';

/** Helm's commands for the release `tracer` of one namespace. */
const release = (major: HelmMajor, namespace: string) => {
  const run = (command: string, args: readonly string[]) =>
    helm(major, [command, 'tracer', ...args, '--namespace', namespace, '--wait', '--timeout=2m']);
  return {
    install: (sets: readonly string[] = []) => run('install', [chartFolder, ...setFlags(sets)]),
    upgrade: (sets: readonly string[]) => run('upgrade', [chartFolder, ...setFlags(sets)]),
    uninstall: () => run('uninstall', []),
  };
};

describe.each(helmMajors)('a release by helm %i', (major) => {
  it('restarts on an upgrade only what has changed', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade} = release(major, namespace);
      expect(await install(['collector.enabled=true', 'backend.enabled=true'])).toMatchObject({status: 0});
      const components = ['collector.enabled=true', 'backend.enabled=true', ...KIND_B];
      expect(await upgrade(components)).toMatchObject({status: 0, stderr: ''});
      const workloads = await kubectl([
        ...['get', 'deployments,statefulsets', '--namespace', namespace, '-o'],
        'jsonpath={range .items[*]}{.metadata.name} {.metadata.generation}{"\\n"}{end}',
      ]);
      expect(workloads.stdout.split('\n')).toEqual([
        ...['tracer 2', 'tracer-backend 1', 'tracer-collector 2', 'tracer-postgresql 1', ''],
      ]);
    }));

  it.each(['username', 'database'])(
    'refuses a %s other than the one that the database was created with',
    (key) =>
      inNamespace(async (namespace) => {
        const {install, upgrade} = release(major, namespace);
        expect(await install()).toMatchObject({status: 0});
        const {status, stderr} = await upgrade([`postgresql.auth.${key}=another`]);
        expect(status).toBe(1);
        expect(stderr).toContain(
          `postgresql.auth.${key} differs from the one that the database was created with, which is in Secret tracer-postgresql: PostgreSQL reads it only while its volume is empty. Restore the value, or change it in the database and in the Secret first\n`,
        );
      }),
  );

  it('refuses a kept volume whose password is lost, and uses it with the password', () =>
    inNamespace(async (namespace) => {
      const {install, uninstall} = release(major, namespace);
      expect(await install(['postgresql.persistence.retain=true'])).toMatchObject({status: 0});
      expect(await uninstall()).toMatchObject({status: 0});
      await kubectl(['delete', 'secret', 'tracer-postgresql', '--namespace', namespace]);
      const {status, stderr} = await install();
      expect(status).toBe(1);
      expect(stderr).toContain(
        `the volume ${CLAIM} contains a database whose password is unknown, because Secret tracer-postgresql does not exist: set postgresql.auth.password to that password, or start with an empty database after kubectl delete pvc/${CLAIM} --namespace ${namespace}\n`,
      );
      expect(await namesIn(namespace)).toEqual([`PersistentVolumeClaim/${CLAIM}`]);
      expect(await install(['postgresql.auth.password=known'])).toMatchObject({status: 0, stderr: ''});
      expect(await uninstall()).toMatchObject({status: 0});
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it('starts with an external database by a Secret of yours, and leaves that Secret', () =>
    inNamespace(async (namespace) => {
      const {install, uninstall} = release(major, namespace);
      const external = [
        'postgresql.enabled=false',
        'externalDatabase.host=db',
        'externalDatabase.existingSecret=mine',
      ];
      const secret = ['create', 'secret', 'generic', 'mine', '--from-literal=password=x'];
      await kubectl([...secret, '--namespace', namespace]);
      expect(await install(external)).toMatchObject({status: 0, stderr: ''});
      expect(await namesIn(namespace)).not.toContain('StatefulSet/tracer-postgresql');
      expect(await uninstall()).toMatchObject({status: 0});
      const names = await namesIn(namespace);
      expect(names.filter((name) => !/^(Pod|ReplicaSet)\//.test(name))).toEqual(['Secret/mine']);
    }));
});
