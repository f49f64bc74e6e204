import {expect, it} from '@jest/globals';
import {releaseIn} from '../chart/release.ts';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {dataIn, leftIn, namesIn} from '../support/objects.ts';
import {tracerIn} from '../support/tracer.ts';

const [major] = helmMajors;
const given = {helm: major, chartRepository: 'http://127.0.0.1:9'};
const on = (namespace: string) => tracerIn(given, namespace);
const CLAIM = 'persistentvolumeclaim/data-tracer-postgresql-0';
const SECRET = 'secret/tracer-postgresql';
const RETAIN = 'postgresql.persistence.retain=true';
const MINE = 'postgresql.auth.existingSecret=mine';
const DONE = {status: 0, stderr: ''};

const install = (namespace: string, ...sets: string[]) => releaseIn(major, namespace).install(...sets);

/** The labels that Argo CD sets on an application called tracer; a database of another chart may also have this component. */
const FOREIGN_LABELS = {
  'app.kubernetes.io/instance': 'tracer',
  'app.kubernetes.io/name': 'shop',
  'app.kubernetes.io/component': 'database',
};
const FOREIGN = ['PersistentVolumeClaim/shop', 'Pod/shop', 'Secret/shop'];

async function addForeign(namespace: string): Promise<void> {
  const metadata = {name: 'shop', labels: FOREIGN_LABELS};
  const storage = {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Mi'}}};
  const nowhere = {containers: [{name: 'shop', image: 'shop'}], nodeSelector: {disk: 'none'}};
  const items = [
    {apiVersion: 'v1', kind: 'Secret', metadata, stringData: {password: 'theirs'}},
    {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: {...storage, storageClassName: 'none'}},
    {apiVersion: 'v1', kind: 'Pod', metadata, spec: nowhere},
  ];
  const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items});
  expect(await kubectl(['create', '-n', namespace, '-f', '-'], list)).toMatchObject({status: 0});
}

it('ignores objects with the instance label only', () =>
  inNamespace(async (namespace) => {
    await addForeign(namespace);
    expect(await install(namespace)).toBe('');
    expect(JSON.parse((await on(namespace)('status', '--json')).stdout)).toMatchObject({
      ...{workloads: [{name: 'tracer'}, {name: 'tracer-postgresql'}], healthy: true},
    });
    expect(await on(namespace)('uninstall', '--yes', '--keep-data')).toMatchObject(DONE);
    const kept = ['PersistentVolumeClaim/data-tracer-postgresql-0', 'Secret/tracer-postgresql'];
    expect(await namesIn(namespace)).toEqual([...FOREIGN, ...kept].sort());
    expect(await on(namespace)('uninstall', '--yes')).toMatchObject(DONE);
    expect(await namesIn(namespace)).toEqual(FOREIGN);
  }));

// Argo CD 2 also replaces the label by which it tracks objects, here for an application called shop.
it('leaves the data of an installation without helm', () =>
  inNamespace(async (namespace) => {
    const sets = [RETAIN, MINE].map((set) => `--set=${set}`);
    const rendered = await helm(major, ['template', 'tracer', chartFolder, '--no-hooks', ...sets]);
    await kubectl(['apply', '-n', namespace, '-f', '-'], rendered.stdout);
    const label = ['label', 'deployments,statefulsets', '--all', 'app.kubernetes.io/instance=shop'];
    await kubectl([...label, '--overwrite', '-n', namespace]);
    await kubectl(['wait', '--for=create', CLAIM, '--timeout=60s', '-n', namespace]);
    const before = await dataIn(namespace);
    const stderr = `error: no release "tracer" in namespace ${namespace} of context apigen-test, but statefulset/tracer-postgresql uses ${CLAIM}, ${SECRET}: it was installed without helm, for example by Argo CD
    change or remove it there
`;
    for (const command of [['uninstall', '--yes'], ['status']])
      expect(await on(namespace)(...command)).toMatchObject({status: 1, stderr});
    expect(await dataIn(namespace)).toBe(before);
  }));

it.each([
  {name: 'its own', sets: ['nameOverride=traces'], removed: 'tracer and its data are'},
  {
    name: 'another',
    sets: ['postgresql.enabled=false', 'externalDatabase.host=db', 'externalDatabase.password=x'],
    removed: 'tracer is',
  },
])('reports the data as removed only with $name database', ({sets, removed}) =>
  inNamespace(async (namespace) => {
    expect(await install(namespace, ...sets)).toBe('');
    expect(await on(namespace)('uninstall', '--yes')).toMatchObject({
      ...DONE,
      stdout: expect.stringContaining(`\n${removed} removed from namespace ${namespace}; the namespace`),
    });
    expect(await leftIn(namespace)).toEqual([]);
  }),
);

it.each([
  {name: 'a generated password', sets: []},
  {name: 'a password of the user', sets: [MINE]},
])('keeps the data with postgresql.persistence.retain and $name, and prints how to delete it', ({sets}) =>
  inNamespace(async (namespace) => {
    await kubectl(['create', 'secret', 'generic', 'mine', '--from-literal=password=x', '-n', namespace]);
    const names = `${CLAIM}, ${SECRET}`;
    const remove = `kubectl delete ${CLAIM} ${SECRET} --context apigen-test --namespace ${namespace}`;
    expect(await install(namespace, RETAIN, ...sets)).toBe('');
    expect(await on(namespace)('uninstall', '--yes')).toMatchObject({
      ...DONE,
      stdout: expect.stringContaining(
        `tracer is removed from namespace ${namespace}, except ${names}, because it was installed with postgresql.persistence.retain=true. The next installation uses it; to delete it, run \`${remove}\``,
      ),
    });
    expect(await on(namespace)('uninstall', '--yes')).toMatchObject({
      status: 1,
      stderr: `error: no release "tracer" in namespace ${namespace} of context apigen-test; an earlier one left ${names}\n    install again to use it, or run \`${remove}\` to delete it\n`,
    });
    const there = await kubectl(['get', CLAIM, SECRET, '-n', namespace, '-o', 'name']);
    expect(there.stdout).toBe(`${[CLAIM, SECRET].join('\n')}\n`);
  }),
);
