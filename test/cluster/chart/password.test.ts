import {describe, expect, it} from '@jest/globals';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {createClaim, leftIn, namesIn, objectsIn} from '../support/objects.ts';
import {releaseIn} from './release.ts';

const SECRET = 'tracer-postgresql';
const CLAIM = 'data-tracer-postgresql-0';
const MINE = 'postgresql.auth.existingSecret=mine';
const WITHOUT = 'postgresql.enabled=false,externalDatabase.host=db,externalDatabase.password=x';
const RETAIN = 'postgresql.persistence.retain=true';
const READ_ONCE = 'PostgreSQL reads it only while its volume is empty';

const lost = (namespace: string) =>
  `the volume ${CLAIM} contains a database whose password is unknown, because Secret ${SECRET} does not have it: set postgresql.auth.password to that password (while the database runs, kubectl exec statefulset/${SECRET} --namespace ${namespace} -- printenv POSTGRES_PASSWORD prints it), or start with an empty database after kubectl delete statefulset/${SECRET} pvc/${CLAIM} --namespace ${namespace} --ignore-not-found`;
const unchangeable = (key: string, was: string) =>
  `postgresql.auth.${key} cannot be changed from "${was}" to "another": ${READ_ONCE}. Restore the value`;
const notIn = (secret: string, from: string) =>
  `Secret ${secret} (postgresql.auth.existingSecret) does not have the password of the database in its key password: ${READ_ONCE}. Copy it from Secret ${from}, where it is in the key password`;
const NO_CLUSTER =
  'without a cluster (helm template, --dry-run=client, Argo CD) each rendering would have another password of the database, and the next one would lock the server out: set postgresql.auth.existingSecret or postgresql.auth.password, or use --dry-run=server';

describe.each(helmMajors)('the password of the database under helm %i', (major) => {
  it.each([
    [['install'], ''],
    [['install', '--dry-run=server'], ''],
    [['template', '--dry-run=server'], ''],
    [['lint'], ''],
    [['install', '--dry-run=client'], NO_CLUSTER],
    [['template'], NO_CLUSTER],
    [['template', '--set=postgresql.auth.password=x'], ''],
    [['template', `--set=${MINE}`], ''],
  ])('is generated only with a cluster, in a namespace that does not exist yet: helm %j', (args, want) =>
    inNamespace(async (other) => {
      const [command = '', ...rest] = args;
      const options = [
        '--namespace',
        `${other}-new`,
        ...(command === 'install' ? ['--create-namespace'] : []),
      ];
      const release = command === 'lint' ? [] : ['tracer'];
      const {status, stderr} = await helm(major, [command, ...release, chartFolder, ...options, ...rest]);
      await kubectl(['delete', 'namespace', `${other}-new`, '--ignore-not-found', '--wait=false']);
      expect({status, stderr}).toEqual({status: want ? 1 : 0, stderr: expect.stringContaining(want)});
    }),
  );

  it('is kept by upgrades, also when its Secret is named as yours, and must be known', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, kube, data} = releaseIn(major, namespace);
      expect(await install()).toBe('');
      const before = await data();
      expect(before).toEqual({
        ...{username: 'tracer', database: 'tracer', major: '15'},
        password: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      });
      expect(await upgrade()).toBe('');
      expect(await upgrade(`postgresql.auth.existingSecret=${SECRET}`)).toBe('');
      expect(await upgrade('postgresql.auth.existingSecret=')).toBe('');
      expect(await data()).toEqual(before);
      const objects = await objectsIn(namespace);
      expect(await upgrade('postgresql.auth.password=another')).toBe(
        `postgresql.auth.password differs from the password of the database, which is in Secret ${SECRET}: ${READ_ONCE}. Restore the value, or change it in the database and in the Secret first`,
      );
      expect(await upgrade('postgresql.auth.username=another')).toBe(unchangeable('username', 'tracer'));
      expect(await upgrade('postgresql.auth.database=another')).toBe(unchangeable('database', 'tracer'));
      expect(await objectsIn(namespace)).toEqual(objects);

      await kube('patch', 'secret', SECRET, '--type=json', '-p=[{"op": "remove", "path": "/data/password"}]');
      expect(await upgrade()).toBe(lost(namespace));
      await kube('delete', 'secret', SECRET);
      expect(await upgrade()).toBe(lost(namespace));
      expect(await upgrade(`postgresql.auth.password=${before.password}`)).toBe('');
      expect(await data()).toEqual(before);
    }));

  it('moves into a Secret of yours that has it, and back', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, uninstall, kube, secret, data} = releaseIn(major, namespace);
      expect(await install()).toBe('');
      const before = await data();
      expect(await upgrade(MINE)).toBe(notIn('mine', SECRET));
      await secret('mine', 'pw', 'x');
      expect(await upgrade(MINE)).toBe(notIn('mine', SECRET));
      await secret('other', 'password', 'another');
      expect(await upgrade('postgresql.auth.existingSecret=other')).toBe(notIn('other', SECRET));
      expect(await data()).toEqual(before);
      await kube('delete', 'secret', 'mine');
      await secret('mine', 'password', before.password ?? '');
      expect(await upgrade(MINE)).toBe('');
      expect(await data()).toEqual({...before, password: undefined, secret: 'mine', key: 'password'});
      expect(await upgrade('postgresql.auth.existingSecret=other')).toBe(notIn('other', 'mine'));
      expect(await upgrade('postgresql.auth.existingSecret=')).toBe('');
      expect(await data()).toEqual(before);
      expect(await uninstall()).toBe('');
      for (const mine of ['mine', 'other']) await kube('delete', 'secret', mine);
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it('is in a Secret of yours from the start, also one with the name of the chart’s', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, uninstall, secret, data} = releaseIn(major, namespace);
      const named = `postgresql.auth.existingSecret=${SECRET}`;
      // The Secret may be created later.
      expect(await install(named)).toBe('');
      await secret(SECRET, 'password', 'mine');
      expect(await upgrade(named)).toBe('');
      const renamed = await upgrade(named, 'postgresql.auth.database=another');
      expect(renamed).toBe(unchangeable('database', 'tracer'));
      expect(await uninstall()).toBe('');
      expect(await data()).toEqual({password: 'mine'});
    }));

  it('is kept with the volume by persistence.retain, for a database of the same major version', () =>
    inNamespace(async (namespace) => {
      const {install, uninstall, kube, data} = releaseIn(major, namespace);
      const remove = async () => {
        await uninstall();
        await kube('wait', '--for=delete', `statefulset/${SECRET}`, '--timeout=60s');
      };
      expect(await install(RETAIN)).toBe('');
      const before = await data();
      await remove();
      expect(await namesIn(namespace)).toEqual([`PersistentVolumeClaim/${CLAIM}`, `Secret/${SECRET}`]);
      expect(await install('postgresql.auth.username=another')).toBe(unchangeable('username', 'tracer'));
      expect(await install('postgresql.image.tag=17.2')).toMatch(/^PostgreSQL 17 cannot read the volume/);
      expect(await install(RETAIN)).toBe('');
      expect(await data()).toEqual(before);
      await remove();
      await kube('delete', 'secret', SECRET);
      expect(await install()).toBe(lost(namespace));
      expect(await install('postgresql.auth.password=known')).toBe('');
      await uninstall();
      expect(await leftIn(namespace)).toEqual([]);
    }));
});

describe.each(helmMajors)('the volume of the database under helm %i', (major) => {
  const beingDeleted = (namespace: string) =>
    `the volume ${CLAIM} of an earlier release is still being deleted: run kubectl wait --for=delete pvc/${CLAIM} --namespace ${namespace} --timeout=2m, then try again`;
  const HOLD = '{"metadata": {"finalizers": ["apigen.test/hold"]}}';
  const LET_GO = '{"metadata": {"finalizers": null}}';

  it('is not taken over while it is deleted, whatever the password', () =>
    inNamespace(async (namespace) => {
      const {install, uninstall, kube, secret} = releaseIn(major, namespace);
      await secret('mine', 'password', 'x');
      expect(await install()).toBe('');
      // As the kubelet does it while a pod uses the volume.
      await kube('patch', 'pvc', CLAIM, '--type=merge', '-p', HOLD);
      expect(await uninstall()).toBe('');
      await kube('wait', '--for=delete', `statefulset/${SECRET}`, '--timeout=60s');
      for (const set of ['postgresql.auth.password=', 'postgresql.auth.password=known', MINE])
        expect(await install(set)).toBe(beingDeleted(namespace));
      await kube('patch', 'pvc', CLAIM, '--type=merge', '-p', LET_GO);
      await kube('wait', '--for=delete', `pvc/${CLAIM}`, '--timeout=60s');
      expect(await install()).toBe('');
    }));

  it('is not taken over before the garbage collector has come to it', () =>
    inNamespace(async (namespace) => {
      const {install, kube} = releaseIn(major, namespace);
      const owner = {apiVersion: 'apps/v1', kind: 'StatefulSet', name: SECRET, uid: 'gone'};
      await createClaim(namespace, {ownerReferences: [owner], finalizers: ['apigen.test/hold']});
      expect(await install()).toBe(beingDeleted(namespace));
      await kube('patch', 'pvc', CLAIM, '--type=merge', '-p', LET_GO);
    }));

  const stays = (key: string, was: string, is: string, instead = 'restore the value') =>
    `postgresql.persistence.${key} cannot be changed from "${was}" to "${is}", because a StatefulSet's volume cannot be changed: ${instead}`;

  it('cannot be changed nor read by another major version, but enlarged with kubectl', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, kube, data} = releaseIn(major, namespace);
      // The API server writes the size as 512Mi.
      const volume = 'postgresql.persistence.storageClassName=standard,postgresql.persistence.size=0.5Gi';
      const set = (key: string, value: string) => upgrade(volume, `postgresql.persistence.${key}=${value}`);
      expect(await install(volume)).toBe('');
      expect(await set('size', '0.5Gi')).toBe('');
      expect(await set('storageClassName', 'slow')).toBe(stays('storageClassName', 'standard', 'slow'));
      const modes = stays('accessModes', 'ReadWriteOnce', 'ReadWriteMany');
      expect(await set('accessModes', '{ReadWriteMany}')).toBe(modes);
      expect(await set('enabled', 'false')).toBe(stays('enabled', 'true', 'false'));
      expect(await set('size', '100Mi')).toBe(stays('size', '512Mi', '100Mi'));
      const enlarge = `enlarge it with kubectl patch pvc ${CLAIM} --namespace ${namespace} -p '{"spec":{"resources":{"requests":{"storage":"20Gi"}}}}', where its StorageClass allows it, then kubectl delete statefulset ${SECRET} --namespace ${namespace} --cascade=orphan, then run this again`;
      expect(await set('size', '20Gi')).toBe(stays('size', '512Mi', '20Gi', enlarge));
      expect(await upgrade(volume, 'postgresql.image.tag=16.2-bookworm')).toBe(
        `PostgreSQL 16 cannot read the volume ${CLAIM}, which PostgreSQL 15 has written: set postgresql.image.tag to a version of PostgreSQL 15, or dump the database, delete statefulset/${SECRET} and pvc/${CLAIM}, run this again and restore the dump (commands: "Another major version of PostgreSQL" in the chart's README)`,
      );
      const before = await data();
      // The StorageClass of the tests does not allow the patch; what comes after it does not depend on it.
      await kube('delete', 'statefulset', SECRET, '--cascade=orphan');
      expect(await set('size', '20Gi')).toBe('');
      expect(await data()).toEqual(before);
      // As the README describes it, between dump and restoration.
      // The claim goes with the StatefulSet, unless it is to be kept.
      await kube('delete', 'deployment/tracer', '--cascade=foreground');
      await kube('delete', `statefulset/${SECRET}`, `pvc/${CLAIM}`, '--ignore-not-found');
      expect(await upgrade('postgresql.image.tag=16.2-bookworm')).toBe('');
      expect(await data()).toEqual({...before, major: '16'});
    }));

  it('is not deleted by another name of the database or without it, unless a value names it', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, kube} = releaseIn(major, namespace);
      const refusal = `this would delete the database's volume ${CLAIM} with its data: leave nameOverride, fullnameOverride and postgresql.enabled as they were, first upgrade with postgresql.persistence.retain=true to keep the volume, or set postgresql.persistence.deleteVolumes={${CLAIM}}`;
      const renamed = 'nameOverride=traces';
      expect(await install()).toBe('');
      for (const set of [WITHOUT, renamed, 'fullnameOverride=traces', `${renamed},${RETAIN}`])
        expect(await upgrade(set)).toBe(refusal);
      expect(await upgrade(renamed, `postgresql.persistence.deleteVolumes={${CLAIM}}`)).toBe('');
      await kube('wait', '--for=delete', `pvc/${CLAIM}`, '--timeout=60s');
    }));

  it('is kept when an upgrade has set retain before the one that leaves the database out', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade} = releaseIn(major, namespace);
      expect(await install()).toBe('');
      expect(await upgrade(RETAIN)).toBe('');
      expect(await upgrade(WITHOUT)).toBe('');
      expect(await namesIn(namespace)).toContain(`PersistentVolumeClaim/${CLAIM}`);
    }));
});
