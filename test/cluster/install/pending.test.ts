import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from '@jest/globals';
import {type Finished, run, start} from '../../run.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder, servedChart} from '../support/chart-repository.ts';
import {environmentOf, helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {environmentFor, INSTALLERS, install, invocation} from '../support/installers.ts';
import {dataIn, leftIn} from '../support/objects.ts';

describe.each(helmMajors)('another helm %i', (major) => {
  const environment = servedChart(major);

  const recordsIn = async (namespace: string) => {
    const fields = '-o=jsonpath={.items[*].metadata.name} {.items[*].metadata.labels.status}';
    return (await kubectl(['get', 'secrets', '--selector=owner=helm', fields, '-n', namespace])).stdout;
  };

  /** Runs `test` while helm waits for pods that never start; the release is pending until then, and afterwards. */
  async function whileHelmRuns(verb: string, namespace: string, test: () => Promise<void>): Promise<void> {
    await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
    const args = [verb, 'tracer', chartFolder, '-n', namespace, '--wait', '--set=podAnnotations.changed=yes'];
    const child = spawn(clusterAccess().helm[major], args, {env: environmentOf(major), stdio: 'ignore'});
    const ended = once(child, 'close');
    while (!(await recordsIn(namespace)).includes(' pending-')) await sleep(100);
    try {
      await test();
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }

  const PENDING = /^error: another installation is in progress in namespace \S+: wait until it has finished/m;

  /** Runs the command of a refusal, which removes the record of a killed helm. */
  const removeRecord = ({stderr}: Finished) => {
    expect(stderr).toMatch(PENDING);
    const line = /`(kubectl delete secrets,configmaps .*)`/.exec(stderr)?.[1] ?? 'false';
    const env = {...environmentOf(major), PATH: environmentFor(environment()).PATH};
    return run('sh', ['-c', line], {env});
  };

  it.each(INSTALLERS.flatMap((installer) => ['install', 'upgrade'].map((verb) => ({installer, verb}))))(
    'that runs $verb lets the $installer wait; when it was killed, the data is kept and the next run continues',
    ({installer, verb}) =>
      inNamespace(async (namespace) => {
        const again = () => install(installer, ['--namespace', namespace, '--skip-pma'], environment());
        if (verb === 'upgrade') expect(await again()).toMatchObject({status: 0});
        let before = await dataIn(namespace);
        await whileHelmRuns(verb, namespace, async () => {
          const records = await recordsIn(namespace);
          // The volume claim is created some time after helm's record: its uid, the Secret's and the password are there then.
          do before = await dataIn(namespace);
          while (before.split(' ').length < 3);
          expect(await again()).toMatchObject({status: 1, stderr: expect.stringMatching(PENDING)});
          expect(await recordsIn(namespace)).toBe(records);
        });
        await kubectl(['delete', 'quota', 'none', '-n', namespace]);
        expect(await removeRecord(await again())).toMatchObject({status: 0});
        expect(await again()).toMatchObject({status: 0, stderr: ''});
        expect(await dataIn(namespace)).toBe(before);
      }),
  );

  it.each([
    ['SIGKILL', 0],
    ['SIGKILL', 800],
    ['SIGINT', 400],
    ['SIGHUP', 400],
  ] as const)('that ends by %s %i ms after its start lets the next run continue', (signal, milliseconds) =>
    inNamespace(async (namespace) => {
      const options = ['--namespace', namespace];
      const {command, args, env} = invocation('command', options, environment());
      const {child, written, ended} = start(command, args, {env, detached: true});
      while (child.exitCode === null && !written.stdout.includes('helm installs release tracer'))
        await sleep(20);
      await sleep(milliseconds);
      // To its child processes too, like a terminal.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
      await ended;
      const next = await install('command', options, environment());
      if (next.status !== 0) {
        expect(signal).not.toBe('SIGINT');
        expect(await removeRecord(next)).toMatchObject({status: 0});
        expect(await install('command', options, environment())).toMatchObject({status: 0, stderr: ''});
      }
      expect(await helm(major, ['uninstall', 'tracer', '-n', namespace])).toMatchObject({status: 0});
      expect(await leftIn(namespace)).toEqual([]);
    }),
  );
});
