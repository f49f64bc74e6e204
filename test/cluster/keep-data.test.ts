import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {chartFolder} from './chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {invocation, type Surroundings} from './installers.ts';
import {leftIn, namesIn} from './objects.ts';
import {type Finished, run} from './run.ts';
import './timeout.ts';

const STARTER = path.resolve(import.meta.dirname, '..', '..', 'bin', 'run.js');
const SECRET = 'tracer-postgresql';
const CLAIM = 'data-tracer-postgresql-0';
const KEPT = [`PersistentVolumeClaim/${CLAIM}`, `Secret/${SECRET}`];
const INTERRUPTED =
  /\nError: Interrupted\. Begun until then: The volume is taken from its StatefulSet, to stay without it; Everything but volume and password is removed\nRunning the same line again goes on from here\n$/;
const DONE = {status: 0, stderr: ''};

/**
 * Makes a chart of another version than the one that is shipped: it does not know the key that keeps the data, and its
 * StatefulSet has a field of another value that an upgrade may not change.
 */
function otherVersion(): string {
  const folder = path.join(mkdtempSync(path.join(clusterAccess().folder, 'other-')), 'tracer');
  cpSync(chartFolder, folder, {recursive: true});
  const change = (name: string, from: RegExp, to: string) => {
    const file = path.join(folder, name);
    const before = readFileSync(file, 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${name} has no ${from}`);
    writeFileSync(file, after);
  };
  change('Chart.yaml', /^version: .*$/m, 'version: 0.0.7');
  change('values.yaml', /^ {4}retain: false\n/m, '');
  change('values.schema.json', /, "retain"\]/, ']');
  change('values.schema.json', /,\s*"retain": \{"type": "boolean"\}/, '');
  change('templates/database/statefulset.yaml', /whenDeleted: .*/, 'whenDeleted: Delete');
  change('templates/database/statefulset.yaml', /Parallel/, 'OrderedReady');
  return folder;
}

describe.each(helmMajors)('tracer uninstall --keep-data under helm %i', (major) => {
  const given: Surroundings = {helm: major, chartRepository: 'http://127.0.0.1:9'};
  let other = '';
  beforeAll(() => {
    other = otherVersion();
  });

  const tracer = (namespace: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished> => {
    const {env: ours} = invocation('command', [], given);
    const words = [STARTER, 'tracer', ...args, '--namespace', namespace];
    return run(process.execPath, words, {env: {...ours, ...env}});
  };
  const uninstall = (namespace: string, env?: NodeJS.ProcessEnv) =>
    tracer(namespace, ['uninstall', '--yes', '--keep-data'], env);
  const install = (namespace: string, chart: string, ...sets: string[]) =>
    helm(major, [
      ...['install', 'tracer', chart, '--namespace', namespace, '--wait', '--timeout=2m'],
      ...sets.map((set) => `--set=${set}`),
    ]);
  const password = async (namespace: string) => {
    const args = ['get', 'secret', SECRET, '-n', namespace, '-o', 'jsonpath={.data.password}'];
    return (await kubectl(args)).stdout;
  };

  it('keeps the data of a release of another chart version, which an install takes up', () =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, other, 'collector.enabled=true')).toMatchObject(DONE);
      const before = await password(namespace);
      expect(await uninstall(namespace)).toMatchObject(DONE);
      expect(await namesIn(namespace)).toEqual(KEPT);
      expect(await helm(major, ['list', '--all', '--short', '-n', namespace])).toMatchObject({stdout: ''});
      expect(await install(namespace, chartFolder)).toMatchObject(DONE);
      expect(await password(namespace)).toBe(before);
      expect(await tracer(namespace, ['uninstall', '--yes'])).toMatchObject(DONE);
      expect(await leftIn(namespace)).toEqual([]);
    }));

  // A pod that never becomes ready holds the upgrade up; that it does not is played by kwok.
  const played = clusterAccess().played ? it : it.skip;
  played('keeps them when an upgrade was killed, by helm’s records in ConfigMaps too', () =>
    inNamespace(async (namespace) => {
      const env = {HELM_DRIVER: 'configmap'};
      const on = (...args: string[]) => tracer(namespace, args, env);
      expect(await on('install', '--skip-pma')).toMatchObject(DONE);
      const before = await password(namespace);
      const never = String.raw`podAnnotations.apigen\.test/play=image-never-starts`;
      const {env: ours} = invocation('command', [], given);
      const words = ['upgrade', 'tracer', chartFolder, '--namespace', namespace, '--wait', '--set', never];
      const upgrade = spawn('helm', words, {env: {...ours, ...env}, stdio: 'ignore'});
      const pending = ['get', 'configmap', '-l', 'status=pending-upgrade', '-n', namespace, '-o', 'name'];
      while ((await kubectl(pending)).stdout === '') await sleep(200);
      upgrade.kill('SIGKILL');
      await once(upgrade, 'close');
      const found = await tracer(namespace, ['status', '--json'], env);
      expect(JSON.parse(found.stdout)).toMatchObject({release: {status: 'pending-upgrade', revision: 2}});
      expect(await uninstall(namespace, env)).toMatchObject(DONE);
      expect(await namesIn(namespace)).toEqual(KEPT);
      expect(await password(namespace)).toBe(before);
    }),
  );

  it.each([
    {
      name: 'an external database',
      sets: ['postgresql.enabled=false', 'externalDatabase.host=db', 'externalDatabase.password=x'],
    },
    {name: 'a database without a volume', sets: ['postgresql.persistence.enabled=false']},
  ])('refuses where there is nothing to keep: $name', ({sets}) =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, chartFolder, ...sets)).toMatchObject(DONE);
      const before = await namesIn(namespace);
      expect(await uninstall(namespace)).toMatchObject({
        status: 1,
        stderr: `Error: There is no volume of tracer in namespace ${namespace}, so nothing would be kept: its database is elsewhere, or runs without one. Leave --keep-data out\n`,
      });
      expect(await namesIn(namespace)).toEqual(before);
    }),
  );

  it('refuses a volume that is already on its way out', () =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, chartFolder)).toMatchObject(DONE);
      const hold = '-p={"metadata": {"finalizers": ["apigen.test/hold"]}}';
      await kubectl(['patch', 'pvc', CLAIM, '-n', namespace, '--type=merge', hold]);
      await kubectl(['delete', 'pvc', CLAIM, '-n', namespace, '--wait=false']);
      expect(await uninstall(namespace)).toMatchObject({
        status: 1,
        stderr: `Error: The volume ${CLAIM} in namespace ${namespace} is already being deleted and cannot be kept: leave --keep-data out\n`,
      });
      const letGo = '-p={"metadata": {"finalizers": null}}';
      await kubectl(['patch', 'pvc', CLAIM, '-n', namespace, '--type=merge', letGo]);
    }));

  it.each([
    {signal: 'SIGKILL' as const, line: 'The volume is taken'},
    {signal: 'SIGKILL' as const, line: 'Everything but volume'},
    {signal: 'SIGINT' as const, line: 'Everything but volume'},
  ])('ended by $signal after "$line" has the data still, and goes on when it is run again', (end) =>
    inNamespace(async (namespace) => {
      expect(await install(namespace, other, 'backend.enabled=true')).toMatchObject(DONE);
      const before = await password(namespace);
      const {env} = invocation('command', [], given);
      const words = [STARTER, 'tracer', 'uninstall', '--yes', '--keep-data', '--namespace', namespace];
      const child = spawn(process.execPath, words, {env, detached: true});
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          if (!said.includes(end.line) && (said + text).includes(end.line) && child.pid !== undefined) {
            process.kill(-child.pid, end.signal);
          }
          said += text;
        });
      }
      await once(child, 'close');
      expect(said).toContain(end.line);
      if (end.signal === 'SIGINT') expect(said).toMatch(INTERRUPTED);
      expect(await password(namespace)).toBe(before);
      expect(await uninstall(namespace)).toMatchObject(DONE);
      expect(await namesIn(namespace)).toEqual(KEPT);
      expect(await password(namespace)).toBe(before);
    }),
  );
});
