import {describe, expect, it} from '@jest/globals';
import {chartFolder} from '../support/chart-repository.ts';
import {type HelmMajor, helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {leftIn, namesIn, objectsIn} from '../support/objects.ts';
import {setFlags} from '../support/render.ts';
import '../timeout.ts';

const SECRET = 'tracer-postgresql';
const CLAIM = 'data-tracer-postgresql-0';
const MINE = 'postgresql.auth.existingSecret=mine';

/** Helm's and kubectl's commands for the release `tracer` of one namespace. */
const at = (major: HelmMajor, namespace: string) => {
  const inIt = ['--namespace', namespace];
  const apply = (command: string, sets: readonly string[]) =>
    helm(major, [command, 'tracer', chartFolder, ...inIt, '--wait', '--timeout=2m', ...setFlags(sets)]);
  const kube = async (...args: string[]) => {
    const finished = await kubectl([...args, ...inIt]);
    expect(finished).toMatchObject({status: 0});
    return finished.stdout;
  };
  return {
    kube,
    install: (...sets: string[]) => apply('install', sets),
    upgrade: (...sets: string[]) => apply('upgrade', sets),
    uninstall: () => helm(major, ['uninstall', 'tracer', ...inIt, '--wait']),
    secret: (name: string, data: Readonly<Record<string, string>>) =>
      kube('create', 'secret', 'generic', name, ...literals(data)),
    data: async (name = SECRET): Promise<Record<string, string>> => {
      const {data = {}}: {data?: Record<string, string>} = JSON.parse(
        await kube('get', 'secret', name, '-o', 'json'),
      );
      return Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
      );
    },
  };
};

const literals = (data: Readonly<Record<string, string>>) =>
  Object.entries(data).map(([key, value]) => `--from-literal=${key}=${value}`);

/** The status, and helm's error of a template without its position. */
const refused = (fault: string) => ({
  status: 1,
  stderr: expect.stringMatching(/^(?:Error|level=ERROR)/),
  fault,
});
const outcome = ({status, stderr}: {status: number | null; stderr: string}) => ({
  status,
  stderr,
  fault: /execution error at \([^)]*\): (.*)/.exec(stderr)?.[1] ?? stderr,
});

describe.each(helmMajors)('the password of the database under helm %i', (major) => {
  const lost = (namespace: string, why: string) =>
    `the volume ${CLAIM} contains a database whose password is unknown, because ${why}: set postgresql.auth.password to that password (while the database runs, kubectl exec statefulset/${SECRET} --namespace ${namespace} -- printenv POSTGRES_PASSWORD prints it), or start with an empty database after kubectl delete statefulset/${SECRET} pvc/${CLAIM} --namespace ${namespace}`;

  it.each([
    {
      name: 'does not exist',
      lose: ['delete', 'secret', SECRET],
      why: `Secret ${SECRET} does not exist`,
    },
    {
      name: 'has lost its password',
      lose: ['patch', 'secret', SECRET, '--type=json', '-p=[{"op": "remove", "path": "/data/password"}]'],
      why: `Secret ${SECRET} has no key password`,
    },
  ])('is not generated again when its Secret $name, and can be restored', ({lose, why}) =>
    inNamespace(async (namespace) => {
      const {install, upgrade, kube, data} = at(major, namespace);
      expect(await install()).toMatchObject({status: 0});
      const {password = ''} = await data();
      await kube(...lose);
      const before = await objectsIn(namespace);
      expect(outcome(await upgrade())).toEqual(refused(lost(namespace, why)));
      expect(await objectsIn(namespace)).toEqual(before);
      expect(await upgrade(`postgresql.auth.password=${password}`)).toMatchObject({status: 0, stderr: ''});
      expect(await data()).toEqual({username: 'tracer', database: 'tracer', password});
    }),
  );

  it('is not that of a Secret of yours when that has another', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, secret, data} = at(major, namespace);
      expect(await install()).toMatchObject({status: 0});
      await secret('mine', {password: 'another'});
      const before = await data();
      const {status, fault} = outcome(await upgrade(MINE));
      expect({status, fault}).toEqual({
        status: 1,
        fault: `the password in Secret mine (postgresql.auth.existingSecret) differs from the one that the database was created with, which is in Secret ${SECRET}: PostgreSQL reads it only while its volume is empty. Copy that one to Secret mine, or change it in the database and in Secret ${SECRET} first`,
      });
      expect(await data()).toEqual(before);
    }));

  it.each([
    {name: 'does not exist', given: undefined, fault: 'Secret mine does not exist'},
    {name: 'lacks the key', given: {pw: 'x'}, fault: 'Secret mine has no key password'},
  ])('is not given up for a Secret of yours that $name', ({given, fault}) =>
    inNamespace(async (namespace) => {
      const {install, upgrade, secret, data} = at(major, namespace);
      expect(await install()).toMatchObject({status: 0});
      if (given) await secret('mine', given);
      const before = await data();
      expect(outcome(await upgrade(MINE))).toMatchObject({
        status: 1,
        fault: `${fault}, which is the value of postgresql.auth.existingSecret: create it first, with the database's password in the key password; the password is in Secret ${SECRET} (kubectl get secret ${SECRET} --namespace ${namespace} -o jsonpath='{.data.password}' | base64 -d)`,
      });
      expect(await data()).toEqual(before);
    }),
  );

  it('moves into a Secret of yours that has it, where user and database still cannot be changed, and back', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, uninstall, kube, secret, data} = at(major, namespace);
      expect(await install()).toMatchObject({status: 0});
      const {password = ''} = await data();
      await secret('mine', {password});
      await secret('other', {password: 'another'});
      expect(await upgrade(MINE)).toMatchObject({status: 0, stderr: ''});
      expect(await data()).toEqual({username: 'tracer', database: 'tracer'});
      for (const key of ['username', 'database']) {
        expect(outcome(await upgrade(MINE, `postgresql.auth.${key}=another`)).fault).toBe(
          `postgresql.auth.${key} differs from the one that the database was created with, which is in Secret ${SECRET}: PostgreSQL reads it only while its volume is empty. Restore the value, or change it in the database and in the Secret first`,
        );
      }
      expect(outcome(await upgrade('postgresql.auth.existingSecret=other')).fault).toBe(
        'the password in Secret other (postgresql.auth.existingSecret) differs from the one that the database was created with, which is in Secret mine: PostgreSQL reads it only while its volume is empty. Copy that one to Secret other, or change it in the database and in Secret mine first',
      );
      // Back to a Secret of the chart's, which takes the password that the database runs with.
      expect(await upgrade('postgresql.auth.existingSecret=')).toMatchObject({status: 0, stderr: ''});
      expect(await data()).toEqual({username: 'tracer', database: 'tracer', password});
      expect(await uninstall()).toMatchObject({status: 0});
      for (const mine of ['mine', 'other']) await kube('delete', 'secret', mine);
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it('is in a Secret of the user, which may be created later', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, secret} = at(major, namespace);
      expect(await install(MINE)).toMatchObject({status: 0, stderr: ''});
      await secret('mine', {password: 'later'});
      expect(await namesIn(namespace)).not.toContain(`Secret/${SECRET}`);
      expect(outcome(await upgrade(MINE, 'postgresql.auth.username=another')).fault).toBe(
        `postgresql.auth.username differs from the one that the database was created with, which is in StatefulSet ${SECRET}: PostgreSQL reads it only while its volume is empty. Restore the value`,
      );
      // What was changed in the Secret and in the database is not for Helm to judge.
      expect(await upgrade(MINE)).toMatchObject({status: 0, stderr: ''});
    }));

  it('is kept when the Secret of the chart is named as one of yours', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, data} = at(major, namespace);
      expect(await install()).toMatchObject({status: 0});
      const before = await data();
      expect(await upgrade(`postgresql.auth.existingSecret=${SECRET}`)).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(await data()).toEqual(before);
    }));

  it('leaves a Secret of yours alone that has the name of the chart’s', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, uninstall, secret, data} = at(major, namespace);
      await secret(SECRET, {password: 'mine'});
      const named = `postgresql.auth.existingSecret=${SECRET}`;
      expect(await install(named)).toMatchObject({status: 0, stderr: ''});
      expect(await upgrade(named)).toMatchObject({status: 0, stderr: ''});
      expect(outcome(await upgrade(named, 'postgresql.auth.database=another')).status).toBe(1);
      expect(await uninstall()).toMatchObject({status: 0});
      expect(await data()).toEqual({password: 'mine'});
    }));
});

describe.each(helmMajors)('the volume of the database under helm %i', (major) => {
  const beingDeleted = (namespace: string) =>
    `the volume ${CLAIM} of an earlier release is still being deleted: run kubectl wait --for=delete pvc/${CLAIM} --namespace ${namespace} --timeout=2m, then try again`;
  const FINALIZER = '{"metadata": {"finalizers": ["apigen.test/hold"]}}';
  const LET_GO = '{"metadata": {"finalizers": null}}';

  it.each([
    {name: 'a generated password', sets: []},
    {name: 'a password of yours', sets: ['postgresql.auth.password=known']},
    {name: 'a Secret of yours', sets: [MINE]},
  ])('is not taken over on its way out, with $name', ({sets}) =>
    inNamespace(async (namespace) => {
      const {install, uninstall, kube, secret} = at(major, namespace);
      await secret('mine', {password: 'x'});
      expect(await install(...sets)).toMatchObject({status: 0});
      // As the kubelet does it while a pod uses the volume.
      await kube('patch', 'pvc', CLAIM, '--type=merge', '-p', FINALIZER);
      expect(await uninstall()).toMatchObject({status: 0});
      expect(outcome(await install(...sets))).toMatchObject({status: 1, fault: beingDeleted(namespace)});
      await kube('patch', 'pvc', CLAIM, '--type=merge', '-p', LET_GO);
      await kube('wait', '--for=delete', `pvc/${CLAIM}`, '--timeout=60s');
      expect(await install(...sets)).toMatchObject({status: 0, stderr: ''});
    }),
  );

  it('is not taken over before the garbage collector has come to it', () =>
    inNamespace(async (namespace) => {
      const {install, uninstall, kube} = at(major, namespace);
      const owner = {apiVersion: 'apps/v1', kind: 'StatefulSet', name: SECRET, uid: 'gone'};
      const claim = {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: {name: CLAIM, namespace, ownerReferences: [owner], finalizers: ['apigen.test/hold']},
        spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '8Gi'}}},
      };
      await kubectl(['create', '-f', '-'], JSON.stringify(claim));
      expect(outcome(await install())).toMatchObject({status: 1, fault: beingDeleted(namespace)});
      await kube('patch', 'pvc', CLAIM, '--type=merge', '-p', LET_GO);
      expect(await uninstall()).toMatchObject({status: 1});
    }));

  it('that lost its StatefulSet, which was deleted alone, is taken over', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, kube, data} = at(major, namespace);
      expect(await install()).toMatchObject({status: 0});
      const before = await data();
      await kube('delete', 'statefulset', SECRET, '--cascade=orphan');
      expect(await upgrade()).toMatchObject({status: 0, stderr: ''});
      expect(await data()).toEqual(before);
      expect(await namesIn(namespace)).toContain(`StatefulSet/${SECRET}`);
    }));

  const stays = (key: string, was: string, is: string) =>
    `postgresql.persistence.${key} cannot be changed from "${was}" to "${is}", because a StatefulSet's volume cannot be changed: restore the value`;

  it('cannot be changed, but enlarged with kubectl', () =>
    inNamespace(async (namespace) => {
      const {install, upgrade, kube, data} = at(major, namespace);
      const fast = 'postgresql.persistence.storageClassName=standard';
      expect(await install('postgresql.persistence.size=8192Mi', fast)).toMatchObject({status: 0});
      expect(await upgrade('postgresql.persistence.size=8Gi', fast)).toMatchObject({status: 0, stderr: ''});
      for (const [key, was, is] of [
        ['storageClassName', 'standard', 'slow'],
        ['accessModes', 'ReadWriteOnce', '{ReadWriteMany}'],
        ['enabled', 'true', 'false'],
      ] as const) {
        const {status, fault} = outcome(await upgrade(fast, `postgresql.persistence.${key}=${is}`));
        expect({status, fault}).toEqual({status: 1, fault: stays(key, was, is.replace(/[{}]/g, ''))});
      }
      const larger = ['postgresql.persistence.size=20Gi', fast];
      expect(outcome(await upgrade(...larger)).fault).toBe(
        `${stays('size', '8Gi', '20Gi')}. To enlarge the volume: kubectl patch pvc ${CLAIM} --namespace ${namespace} -p '{"spec":{"resources":{"requests":{"storage":"20Gi"}}}}', where its StorageClass allows it, then kubectl delete statefulset ${SECRET} --namespace ${namespace} --cascade=orphan, then run this again`,
      );
      const before = await data();
      // The StorageClass of the tests does not allow the patch; what comes after it does not depend on it.
      await kube('delete', 'statefulset', SECRET, '--cascade=orphan');
      expect(await upgrade(...larger)).toMatchObject({status: 0, stderr: ''});
      expect(await data()).toEqual(before);
    }));
});
