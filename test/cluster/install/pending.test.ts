import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder, serveChart} from '../support/chart-repository.ts';
import {environmentOf, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install, start} from '../support/installers.ts';
import '../timeout.ts';

const RECORDS = ['secrets', '--selector=owner=helm,name=tracer'];

describe.each(helmMajors)('while another helm %i', (major) => {
  const environment = {helm: major, chartRepository: 'http://127.0.0.1:9'};

  const recordsIn = async (namespace: string) => {
    const columns =
      '--output=jsonpath={range .items[*]}{.metadata.name} {.metadata.labels.status}{"\\n"}{end}';
    return (await kubectl(['get', ...RECORDS, columns, '-n', namespace])).stdout;
  };

  /** Runs `test` while helm waits for pods that never start; the release is pending until then, and afterwards. */
  async function whileHelmRuns(verb: string, namespace: string, test: () => Promise<void>): Promise<void> {
    await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
    const args = [verb, 'tracer', chartFolder, '-n', namespace, '--wait', '--timeout=5m'];
    const changed = ['--set', 'podAnnotations.changed=yes'];
    const program = clusterAccess().helm[major] ?? 'helm';
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

  const refusal = (state: string, namespace: string) => ({
    status: 1,
    stderr: expect.stringMatching(
      new RegExp(
        `^Error: another installation is in progress: release tracer in namespace ${namespace} has been ${state} for \\d+s
wait until it has finished and run the same command again; after 5m it is considered interrupted\n$`,
      ),
    ),
  });

  it('installs, the command asks to wait; after --timeout it continues', () =>
    inNamespace((namespace) =>
      whileHelmRuns('install', namespace, async () => {
        const before = await recordsIn(namespace);
        const on = ['--namespace', namespace, '--yes'];
        const {status, stderr} = await install('command', on, environment);
        expect({status, stderr}).toEqual(refusal('pending-install', namespace));
        expect(await recordsIn(namespace)).toBe(before);
        await sleep(1500);
        const later = await install('command', [...on, '--dry-run'], {...environment, seconds: 1});
        expect({status: later.status, stderr: later.stderr}).toEqual({status: 0, stderr: ''});
        expect(later.stdout).toContain(
          'pending-install because an earlier run was interrupted; its record will be removed, then it is installed',
        );
      }),
    ));

  it('upgrades, the command asks to wait', () =>
    inNamespace(async (namespace) => {
      const on = ['--namespace', namespace, '--yes', '--no-wait'];
      expect(await install('command', on, environment)).toMatchObject({status: 0});
      await whileHelmRuns('upgrade', namespace, async () => {
        const {status, stderr} = await install('command', on, environment);
        expect({status, stderr}).toEqual(refusal('pending-upgrade', namespace));
      });
    }));

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
    return {
      env: {PATH: [folder, process.env.PATH].join(path.delimiter)},
      release: () => writeFileSync(go, ''),
    };
  }

  it.each([
    {installer: INSTALLERS[0], hint: ''},
    {installer: INSTALLERS[1], hint: ', or `apigen tracer install` if it was interrupted'},
  ])(
    'starts after the checks, the $installer asks to wait and does not offer to remove it',
    ({installer, hint}) =>
      inNamespace(async (namespace) => {
        const repository = await serveChart(major);
        const {env, release} = waitingHelm();
        const given = {helm: major, chartRepository: repository.url, env};
        const running = start(installer, ['--namespace', namespace, '--yes'], given);
        await running.printed('helm installs release tracer');
        await whileHelmRuns('install', namespace, async () => {
          release();
          const {status, stderr} = await running.ended;
          expect({status, stderr: stderr.slice(stderr.indexOf('Error: '))}).toEqual({
            status: 1,
            stderr: `Error: another installation is in progress in namespace ${namespace}: wait until it has finished and run the same command again${hint}\n`,
          });
        });
        repository.close();
      }),
  );
});
