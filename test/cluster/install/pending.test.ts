import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from '@jest/globals';
import {type Finished, run} from '../../run.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder, servedChart} from '../support/chart-repository.ts';
import {environmentOf, helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {environmentFor, INSTALLERS, install, start} from '../support/installers.ts';
import {dataIn, leftIn} from '../support/objects.ts';
import '../timeout.ts';

describe.each(helmMajors)('another helm %i', (major) => {
  const environment = servedChart(major);

  const recordsIn = async (namespace: string) => {
    const columns = '-o=jsonpath={range .items[*]}{.metadata.name} {.metadata.labels.status}{"\\n"}{end}';
    const found = ['get', 'secrets', '--selector=owner=helm,name=tracer', columns, '-n', namespace];
    return (await kubectl(found)).stdout;
  };

  /** Runs `test` while helm waits for pods that never start; the release is pending until then, and afterwards. */
  async function whileHelmRuns(verb: string, namespace: string, test: () => Promise<void>): Promise<void> {
    await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
    const args = [verb, 'tracer', chartFolder, '-n', namespace, '--wait', '--timeout=5m'];
    const changed = ['--set', 'podAnnotations.changed=yes'];
    const program = clusterAccess().helm[major];
    const child = spawn(program, [...args, ...changed], {env: environmentOf(major), stdio: 'ignore'});
    const ended = once(child, 'close');
    while (!(await recordsIn(namespace)).includes(' pending-')) await sleep(100);
    try {
      await test();
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }

  const PENDING = /^Error: another installation is in progress in namespace \S+: wait until it has finished/m;

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
          before = await dataIn(namespace);
          expect(await again()).toMatchObject({status: 1, stderr: expect.stringMatching(PENDING)});
          expect(await recordsIn(namespace)).toBe(records);
        });
        await kubectl(['delete', 'quota', 'none', '-n', namespace]);
        expect(await removeRecord(await again())).toMatchObject({status: 0});
        expect(await again()).toMatchObject({status: 0, stderr: ''});
        expect(await dataIn(namespace)).toBe(before);
      }),
  );

  /** A PATH with a helm that waits for the file `go` before it changes anything. */
  function waitingHelm() {
    const access = clusterAccess();
    const folder = mkdtempSync(path.join(access.folder, 'waiting-'));
    const go = path.join(folder, 'go');
    const script = `#!/bin/sh
case " $* " in
  *" --dry-run"*) ;;
  *" upgrade "*) while [ ! -e '${go}' ]; do sleep 0.1; done ;;
esac
exec '${access.helm[major]}' "$@"
`;
    writeFileSync(path.join(folder, 'helm'), script, {mode: 0o755});
    symlinkSync(access.kubectl, path.join(folder, 'kubectl'));
    const PATH = [folder, process.env.PATH].join(path.delimiter);
    return {PATH, release: () => writeFileSync(go, '')};
  }

  it.each(INSTALLERS)('that starts after the checks of the %s is not removed', (installer) =>
    inNamespace(async (namespace) => {
      const {PATH, release} = waitingHelm();
      const running = start(installer, ['--namespace', namespace, '--yes'], environment({PATH}));
      await running.printed('helm installs release tracer');
      await whileHelmRuns('install', namespace, async () => {
        release();
        const {status, stderr} = await running.ended;
        expect({status, stderr}).toEqual({status: 1, stderr: expect.stringMatching(PENDING)});
        expect(stderr).not.toContain('helm uninstall');
      });
    }),
  );

  it.each([
    {signal: 'SIGKILL' as const, milliseconds: 0},
    {signal: 'SIGKILL' as const, milliseconds: 800},
    {signal: 'SIGINT' as const, milliseconds: 400},
    {signal: 'SIGHUP' as const, milliseconds: 400},
  ])('that ends by $signal $milliseconds ms after its start lets the next run continue', (end) =>
    inNamespace(async (namespace) => {
      const options = ['--namespace', namespace];
      const running = start('command', options, environment());
      await running.printed('helm installs release tracer');
      await sleep(end.milliseconds);
      running.signal(end.signal);
      await running.ended;
      const next = await install('command', options, environment());
      if (next.status !== 0) {
        expect(end.signal).not.toBe('SIGINT');
        expect(await removeRecord(next)).toMatchObject({status: 0});
        expect(await install('command', options, environment())).toMatchObject({status: 0, stderr: ''});
      }
      expect(await helm(major, ['uninstall', 'tracer', '-n', namespace])).toMatchObject({status: 0});
      expect(await leftIn(namespace)).toEqual([]);
    }),
  );
});
