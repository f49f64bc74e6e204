import {describe, expect, it} from '@jest/globals';
import type {Finished} from '../../run.ts';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import type {Environment} from '../support/installers.ts';
import {leftIn, namesIn} from '../support/objects.ts';
import {tracer} from '../support/tracer.ts';
import '../timeout.ts';

const [major] = helmMajors;
const given: Environment = {helm: major, chartRepository: 'http://127.0.0.1:9'};
const CLAIM = 'persistentvolumeclaim/data-tracer-postgresql-0';
const SECRET = 'secret/tracer-postgresql';

function uninstall(namespace: string, ...options: string[]): Promise<Finished> {
  return tracer(given, ['uninstall', '--yes', '--namespace', namespace, ...options]);
}

function install(namespace: string, ...sets: string[]): Promise<Finished> {
  const little = ['collector.enabled=false', 'backend.enabled=false', 'sampleApp.enabled=false', ...sets];
  return helm(major, [
    ...['install', 'tracer', chartFolder, '--namespace', namespace, '--wait', '--timeout=2m'],
    ...little.flatMap((set) => ['--set', set]),
  ]);
}

/** The labels that Argo CD sets on an application called tracer; a database of another chart may also have this component. */
const FOREIGN_LABELS = {
  'app.kubernetes.io/instance': 'tracer',
  'app.kubernetes.io/name': 'shop',
  'app.kubernetes.io/component': 'database',
};
const FOREIGN = ['PersistentVolumeClaim/shop', 'Pod/shop', 'Secret/shop'];

async function addForeign(namespace: string): Promise<void> {
  const metadata = {name: 'shop', labels: FOREIGN_LABELS};
  const spec = {
    ...{accessModes: ['ReadWriteOnce'], storageClassName: 'none'},
    resources: {requests: {storage: '1Mi'}},
  };
  const nowhere = {containers: [{name: 'shop', image: 'shop'}], nodeSelector: {disk: 'none'}};
  const items = [
    {apiVersion: 'v1', kind: 'Secret', metadata, stringData: {password: 'theirs'}},
    {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec},
    {apiVersion: 'v1', kind: 'Pod', metadata, spec: nowhere},
  ];
  const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items});
  expect(await kubectl(['create', '-n', namespace, '-f', '-'], list)).toMatchObject({status: 0});
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
  ])('ignores objects with the instance label only: $name', ({options, left}) =>
    inNamespace(async (namespace) => {
      await addForeign(namespace);
      expect(await install(namespace)).toMatchObject({status: 0});
      const status = await tracer(given, ['status', '--json', '--namespace', namespace]);
      expect(JSON.parse(status.stdout)).toMatchObject({
        workloads: [{name: 'tracer'}, {name: 'tracer-postgresql'}],
        healthy: true,
      });
      expect(await uninstall(namespace, ...options)).toMatchObject({status: 0, stderr: ''});
      expect(await namesIn(namespace)).toEqual(left);
    }),
  );

  it('removes the data of a release with nameOverride', () =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, 'nameOverride=traces')).toMatchObject({status: 0});
      expect(await uninstall(namespace)).toMatchObject({status: 0, stderr: ''});
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it.each([
    {name: 'its own', sets: [], removed: 'tracer and its data are'},
    {
      name: 'another',
      sets: ['postgresql.enabled=false', 'externalDatabase.host=db', 'externalDatabase.password=x'],
      removed: 'tracer is',
    },
  ])('reports the data as removed only with $name database', ({sets, removed}) =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, ...sets)).toMatchObject({status: 0});
      expect(await uninstall(namespace)).toMatchObject({
        ...{status: 0, stderr: ''},
        stdout: expect.stringContaining(`\n${removed} removed from namespace ${namespace}; the namespace`),
      });
      expect(await leftIn(namespace)).toEqual([]);
    }),
  );

  it.each([
    {name: 'a generated password', sets: [], kept: [CLAIM, SECRET]},
    {name: 'a password of the user', sets: ['postgresql.auth.existingSecret=mine'], kept: [CLAIM]},
  ])('keeps the data with postgresql.persistence.retain and $name, and prints how to delete it', (database) =>
    inNamespace(async (namespace) => {
      await kubectl(['create', 'secret', 'generic', 'mine', '--from-literal=password=x', '-n', namespace]);
      const sets = ['postgresql.persistence.retain=true', ...database.sets];
      expect(await install(namespace, ...sets)).toMatchObject({status: 0});
      const remove = `kubectl delete ${database.kept.join(' ')} --context apigen-test --namespace ${namespace}`;
      expect(await uninstall(namespace)).toMatchObject({
        ...{status: 0, stderr: ''},
        stdout: expect.stringContaining(
          `tracer is removed from namespace ${namespace}, except ${database.kept.join(', ')}, because it was installed with postgresql.persistence.retain=true. The next installation uses it; to delete it, run \`${remove}\``,
        ),
      });
      expect(await uninstall(namespace)).toMatchObject({
        status: 1,
        stderr: `Error: no release "tracer" in namespace ${namespace} of context apigen-test; postgresql.persistence.retain=true kept ${database.kept.join(', ')}\nto delete it, run \`${remove}\`\n`,
      });
      const there = await kubectl(['get', ...database.kept, '-n', namespace, '-o', 'name']);
      expect(there.stdout).toBe(`${database.kept.join('\n')}\n`);
    }),
  );
});
