import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from '@jest/globals';
import {cliProgram} from '../../start-cli.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {type Environment, environmentFor} from '../support/installers.ts';
import {dataIn, leftIn, namesIn} from '../support/objects.ts';
import {tracerIn} from '../support/tracer.ts';

const SECRET = 'tracer-postgresql';
const CLAIM = 'data-tracer-postgresql-0';
const KEPT = [`PersistentVolumeClaim/${CLAIM}`, `Secret/${SECRET}`];
const INTERRUPTED = /\nerror: interrupted; run the same command again to continue\n$/;
const DONE = {status: 0, stderr: ''};

/** Another version of the chart, with another value in a field of the StatefulSet that an upgrade may not change. */
function otherVersion(): string {
  const folder = path.join(mkdtempSync(path.join(clusterAccess().folder, 'other-')), 'tracer');
  cpSync(chartFolder, folder, {recursive: true});
  const change = (name: string, from: RegExp, to: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  change('Chart.yaml', /^version: .*$/m, 'version: 0.0.7');
  change('templates/database/statefulset.yaml', /Parallel/, 'OrderedReady');
  return folder;
}

describe.each(helmMajors)('tracer uninstall --keep-data under helm %i', (major) => {
  const given: Environment = {helm: major, chartRepository: 'http://127.0.0.1:9'};
  const other = otherVersion();
  const uninstall = (namespace: string, env: NodeJS.ProcessEnv = {}) =>
    tracerIn({...given, env}, namespace)('uninstall', '--yes', '--keep-data');
  const install = (namespace: string, chart: string, ...sets: string[]) =>
    helm(major, [
      ...['install', 'tracer', chart, '--namespace', namespace, '--wait', '--timeout=2m'],
      ...sets.map((set) => `--set=${set}`),
    ]);

  it('keeps the data of a release of another chart version for the next installation', () =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, other, 'collector.enabled=true')).toMatchObject(DONE);
      const before = await dataIn(namespace);
      expect(await uninstall(namespace)).toMatchObject(DONE);
      expect(await namesIn(namespace)).toEqual(KEPT);
      expect(await helm(major, ['list', '--all', '--short', '-n', namespace])).toMatchObject({stdout: ''});
      expect(await install(namespace, chartFolder)).toMatchObject(DONE);
      expect(await dataIn(namespace)).toBe(before);
      expect(await tracerIn(given, namespace)('uninstall', '--yes')).toMatchObject(DONE);
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it('keeps what the volume was created with, also where the password is in a Secret of yours', () =>
    inNamespace(async (namespace) => {
      const sets = ['postgresql.auth.existingSecret=mine'];
      for (const [name, password] of [
        ['mine', 'right'],
        ['wrong', 'wrong'],
      ])
        await kubectl([
          'create',
          'secret',
          'generic',
          `${name}`,
          `--from-literal=password=${password}`,
          '-n',
          namespace,
        ]);
      expect(await install(namespace, chartFolder, ...sets)).toMatchObject(DONE);
      expect(await uninstall(namespace)).toMatchObject(DONE);
      for (const [set, fault] of [
        [
          'postgresql.image.tag=17.9-bookworm',
          /PostgreSQL 17 cannot read the volume .*, which PostgreSQL 15 has written/,
        ],
        [
          'postgresql.auth.username=other',
          /postgresql.auth.username cannot be changed from "tracer" to "other"/,
        ],
        ['postgresql.auth.existingSecret=wrong', /Copy it from Secret mine, where it is in the key password/],
      ] as const)
        expect((await install(namespace, chartFolder, ...sets, set)).stderr).toMatch(fault);
      expect(await install(namespace, chartFolder, ...sets)).toMatchObject(DONE);
      expect(await tracerIn(given, namespace)('uninstall', '--yes')).toMatchObject(DONE);
      await kubectl(['delete', 'secret', 'mine', 'wrong', '-n', namespace]);
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it('does not hide the data from an installation with another name of the database, and its uninstallation', () =>
    inNamespace(async (namespace) => {
      const on = tracerIn(given, namespace);
      expect(await install(namespace, chartFolder)).toMatchObject(DONE);
      expect(await uninstall(namespace)).toMatchObject(DONE);
      const other = ['install', '--skip-pma', '--skip-collector', '--set=nameOverride=traces'];
      expect((await on(...other)).stdout).toContain(
        `! Warning     the volume ${CLAIM} of an earlier installation is not used, because the database has another name now: leave nameOverride and fullnameOverride as they were to use its data\n`,
      );
      const {stdout} = await on('uninstall', '--yes');
      expect(stdout).toContain(
        `left persistentvolumeclaim/${CLAIM}; to delete it, run \`kubectl delete persistentvolumeclaim/${CLAIM} --context apigen-test --namespace ${namespace}\`\n`,
      );
      expect(await namesIn(namespace)).toEqual(KEPT);
    }));

  // kwok simulates a pod that never becomes ready, which blocks the upgrade.
  it('keeps the data when an upgrade was killed and helm stores its records in ConfigMaps', () =>
    inNamespace(async (namespace) => {
      const env = {HELM_DRIVER: 'configmap'};
      const on = tracerIn({...given, env}, namespace);
      expect(await on('install', '--skip-pma')).toMatchObject(DONE);
      const before = await dataIn(namespace);
      const never = String.raw`podAnnotations.apigen\.test/play=image-never-starts`;
      const words = ['upgrade', 'tracer', chartFolder, '--namespace', namespace, '--wait', '--set', never];
      const upgrade = spawn('helm', words, {env: environmentFor({...given, env}), stdio: 'ignore'});
      const pending = ['get', 'configmap', '-l', 'status=pending-upgrade', '-n', namespace, '-o', 'name'];
      while ((await kubectl(pending)).stdout === '') await sleep(200);
      upgrade.kill('SIGKILL');
      await once(upgrade, 'close');
      const found = await on('status', '--json');
      expect(JSON.parse(found.stdout)).toMatchObject({release: {status: 'pending-upgrade', revision: 2}});
      expect(await uninstall(namespace, env)).toMatchObject(DONE);
      expect(await namesIn(namespace)).toEqual(KEPT);
      expect(await dataIn(namespace)).toBe(before);
    }));

  it('leaves nothing of upgrades that failed, of which the last had fewer objects', () =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, chartFolder)).toMatchObject(DONE);
      const never = String.raw`podAnnotations.apigen\.test/play=image-never-starts`;
      const upgrade = ['upgrade', 'tracer', chartFolder, '--namespace', namespace, '--wait', '--timeout=3s'];
      for (const more of [['--set=collector.enabled=true'], []])
        expect(await helm(major, [...upgrade, '--set', never, ...more])).toMatchObject({status: 1});
      expect(await namesIn(namespace)).toContain('Deployment/tracer-collector');
      expect(await uninstall(namespace)).toMatchObject(DONE);
      expect(await namesIn(namespace)).toEqual(KEPT);
    }));

  it('refuses when there is nothing to keep', () =>
    inNamespace(async (namespace) => {
      await install(namespace, chartFolder, 'postgresql.persistence.enabled=false');
      const before = await namesIn(namespace);
      const stderr = `error: the database in namespace ${namespace} has no volume to keep: leave out --keep-data\n`;
      expect(await uninstall(namespace)).toMatchObject({status: 1, stderr});
      expect(await namesIn(namespace)).toEqual(before);
    }));

  it('refuses a volume that is already being deleted', () =>
    inNamespace(async (namespace) => {
      await install(namespace, chartFolder);
      const patch = ['patch', 'pvc', CLAIM, '-n', namespace, '--type=merge'];
      await kubectl([...patch, '-p={"metadata": {"finalizers": ["apigen.test/hold"]}}']);
      await kubectl(['delete', 'pvc', CLAIM, '-n', namespace, '--wait=false']);
      const stderr = `error: the volume ${CLAIM} in namespace ${namespace} is already being deleted: leave out --keep-data\n`;
      expect(await uninstall(namespace)).toMatchObject({status: 1, stderr});
      await kubectl([...patch, '-p={"metadata": {"finalizers": null}}']);
    }));

  it.each([
    ['SIGKILL', 'detaching the volume'],
    ['SIGKILL', 'deleting everything except the volume'],
    ['SIGINT', 'deleting everything except the volume'],
  ] as const)(
    'keeps the data when %s ends it after "%s", and continues when it is run again',
    (signal, line) =>
      inNamespace(async (namespace) => {
        expect(await install(namespace, other, 'backend.enabled=true')).toMatchObject(DONE);
        const before = await dataIn(namespace);
        const [program, ...first] = cliProgram();
        const words = [...first, 'tracer', 'uninstall', '--yes', '--keep-data', '--namespace', namespace];
        const child = spawn(program, words, {env: environmentFor(given), detached: true});
        let printed = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => {
            const isNew = !printed.includes(line) && (printed + text).includes(line);
            if (isNew && child.pid !== undefined) process.kill(-child.pid, signal);
            printed += text;
          });
        await once(child, 'close');
        expect(printed).toContain(line);
        if (signal === 'SIGINT') expect(printed).toMatch(INTERRUPTED);
        expect(await dataIn(namespace)).toBe(before);
        expect(await uninstall(namespace)).toMatchObject(DONE);
        expect(await namesIn(namespace)).toEqual(KEPT);
        expect(await dataIn(namespace)).toBe(before);
      }),
  );
});
