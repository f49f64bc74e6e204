import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {chartFolder} from './chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from './clients.ts';
import {invocation, type Surroundings} from './installers.ts';
import {leftIn, namesIn} from './objects.ts';
import {type Finished, run} from './run.ts';
import './timeout.ts';

const STARTER = path.resolve(import.meta.dirname, '..', '..', 'bin', 'run.js');
const [major = 3] = helmMajors;
const given: Surroundings = {helm: major, chartRepository: 'http://127.0.0.1:9'};
const CLAIM = 'persistentvolumeclaim/data-tracer-postgresql-0';
const SECRET = 'secret/tracer-postgresql';

function uninstall(namespace: string, ...options: string[]): Promise<Finished> {
  const {env} = invocation('command', [], given);
  const words = [STARTER, 'tracer', 'uninstall', '--yes', '--namespace', namespace, ...options];
  return run(process.execPath, words, {env});
}

function install(namespace: string, ...sets: string[]): Promise<Finished> {
  const little = ['collector.enabled=false', 'backend.enabled=false', 'sampleApp.enabled=false', ...sets];
  return helm(major, [
    ...['install', 'tracer', chartFolder, '--namespace', namespace, '--wait', '--timeout=2m'],
    ...little.flatMap((set) => ['--set', set]),
  ]);
}

/** What Argo CD labels when an application of its own is called tracer; a database of another chart says what it is, too. */
const FOREIGN_LABELS = {
  'app.kubernetes.io/instance': 'tracer',
  'app.kubernetes.io/name': 'shop',
  'app.kubernetes.io/component': 'database',
};
const FOREIGN = ['PersistentVolumeClaim/shop', 'Pod/shop', 'Secret/shop'];

async function addForeign(namespace: string): Promise<void> {
  const metadata = {name: 'shop', labels: FOREIGN_LABELS};
  const items = [
    {apiVersion: 'v1', kind: 'Secret', metadata, stringData: {password: 'theirs'}},
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata,
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'none',
        resources: {requests: {storage: '1Mi'}},
      },
    },
    {apiVersion: 'v1', kind: 'Pod', metadata, spec: {containers: [{name: 'shop', image: 'shop'}]}},
  ];
  const made = await kubectl(
    ['create', '-n', namespace, '-f', '-'],
    JSON.stringify({apiVersion: 'v1', kind: 'List', items}),
  );
  expect(made).toMatchObject({status: 0});
}

describe('tracer uninstall', () => {
  it.each([
    {name: 'all of it', options: [], left: FOREIGN},
    {
      name: 'all but the data',
      options: ['--keep-data'],
      left: [
        'PersistentVolumeClaim/data-tracer-postgresql-0',
        'PersistentVolumeClaim/shop',
        'Pod/shop',
        'Secret/shop',
        'Secret/tracer-postgresql',
      ],
    },
  ])('leaves alone what only has the instance label: $name', ({options, left}) =>
    inNamespace(async (namespace) => {
      await addForeign(namespace);
      expect(await install(namespace)).toMatchObject({status: 0});
      expect(await uninstall(namespace, ...options)).toMatchObject({status: 0, stderr: ''});
      expect(await namesIn(namespace)).toEqual(left);
    }),
  );

  it('finds nothing to remove where only others have the instance label', () =>
    inNamespace(async (namespace) => {
      await addForeign(namespace);
      expect(await uninstall(namespace)).toMatchObject({
        status: 1,
        stderr: `Error: There is no release "tracer" in namespace ${namespace} of context apigen-test: choose another with --namespace or --context\n`,
      });
      expect(await namesIn(namespace)).toEqual(FOREIGN);
    }));

  it('removes the data of a release with a name of its own', () =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, 'nameOverride=traces')).toMatchObject({status: 0});
      expect(await uninstall(namespace)).toMatchObject({status: 0, stderr: ''});
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it.each([
    {name: 'its own password', sets: [], kept: [CLAIM, SECRET]},
    {name: 'a password of the user’s', sets: ['postgresql.auth.existingSecret=mine'], kept: [CLAIM]},
  ])('keeps what postgresql.persistence.retain says, with $name, and tells how to remove it', (database) =>
    inNamespace(async (namespace) => {
      await kubectl(['create', 'secret', 'generic', 'mine', '--from-literal=password=x', '-n', namespace]);
      const sets = ['postgresql.persistence.retain=true', ...database.sets];
      expect(await install(namespace, ...sets)).toMatchObject({status: 0});
      const remove = `kubectl delete ${database.kept.join(' ')} --context apigen-test --namespace ${namespace}`;
      const {status, stdout, stderr} = await uninstall(namespace);
      expect({status, stderr, last: stdout.split('\n').at(-2)}).toEqual({
        status: 0,
        stderr: '',
        last: `tracer is gone from namespace ${namespace}; kept, because it was installed with postgresql.persistence.retain=true: ${database.kept.join(', ')}. Installing again takes it up. To remove it: ${remove}`,
      });
      expect(await uninstall(namespace)).toMatchObject({
        status: 1,
        stderr: `Error: There is no release "tracer" in namespace ${namespace} of context apigen-test, only data that postgresql.persistence.retain=true has kept: ${database.kept.join(', ')}\nTo remove it: ${remove}\n`,
      });
      const there = await kubectl(['get', ...database.kept, '-n', namespace, '-o', 'name']);
      expect(there.stdout).toBe(`${database.kept.join('\n')}\n`);
    }),
  );
});
