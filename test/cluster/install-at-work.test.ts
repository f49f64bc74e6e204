import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {hostname} from 'node:os';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, chartFolder, serveChart} from './chart-repository.ts';
import {environmentOf, helmMajors, inNamespace, kubectl} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {INSTALLERS, install} from './installers.ts';
import './timeout.ts';

const RECORDS = ['secrets', '--selector=owner=helm,name=tracer'];
const OTHERS = 'another helm, in another terminal or a CI job,';

describe.each(helmMajors)('a release that is pending under helm %i', (major) => {
  let repository: ChartRepository;
  beforeAll(async () => {
    repository = await serveChart(major);
  });
  afterAll(() => repository.close());
  const surroundings = () => ({helm: major, chartRepository: repository.url});

  const recordsIn = async (namespace: string) => {
    const columns =
      '--output=jsonpath={range .items[*]}{.metadata.name} {.metadata.labels.status}{"\\n"}{end}';
    return (await kubectl(['get', ...RECORDS, columns, '-n', namespace])).stdout;
  };

  /** Runs `test` while a helm waits for pods that never come, which leaves its release pending. */
  async function whileAtWork(verb: string, namespace: string, test: () => Promise<void>): Promise<void> {
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

  const told = (state: string, who: string, timeout: string, namespace: string) =>
    new RegExp(
      `^Error: Release tracer in namespace ${namespace} has been ${state} for [0-9ms]+: ${who} may still be at work on it
Run this again when that has ended; after ${timeout} it counts as dead\\. If you know that it is, remove its record and run this again: kubectl delete secrets --selector=owner=helm,name=tracer,status=${state} --context apigen-test --namespace ${namespace}\n$`,
    );

  it.each(INSTALLERS.map((installer) => ({installer})))(
    'by a helm of somebody’s is left alone by the $installer, until it counts as dead',
    ({installer}) =>
      inNamespace((namespace) =>
        whileAtWork('install', namespace, async () => {
          const before = await recordsIn(namespace);
          const on = ['--namespace', namespace, '--yes'];
          const {status, stderr} = await install(installer, on, surroundings());
          expect({status, stderr}).toEqual({
            status: 1,
            stderr: expect.stringMatching(told('pending-install', OTHERS, '5m', namespace)),
          });
          expect(await recordsIn(namespace)).toBe(before);
          await sleep(2000);
          const late = await install(installer, [...on, '--dry-run'], {...surroundings(), seconds: 1});
          expect({status: late.status, stderr: late.stderr}).toEqual({status: 0, stderr: ''});
          expect(late.stdout).toContain('pending-install since an earlier run did not finish');
        }),
      ),
  );

  it.each(INSTALLERS.map((installer) => ({installer})))(
    'by a helm of somebody’s, after the $installer made the revision before, is left alone too',
    ({installer}) =>
      inNamespace(async (namespace) => {
        const on = ['--namespace', namespace, '--yes'];
        expect(await install(installer, on, surroundings())).toMatchObject({status: 0});
        await whileAtWork('upgrade', namespace, async () => {
          const {status, stderr} = await install(installer, on, surroundings());
          expect({status, stderr}).toEqual({
            status: 1,
            stderr: expect.stringMatching(told('pending-upgrade', OTHERS, '5m', namespace)),
          });
        });
      }),
  );

  const here = hostname().replace(/[^A-Za-z0-9._-]/g, '-');
  it.each(
    INSTALLERS.flatMap((installer) => [
      {installer, name: 'lives', mark: `r1.${process.pid}.${here}`, who: [process.pid, here]},
      {installer, name: 'is on another machine', mark: 'r1.4711.elsewhere', who: ['4711', 'elsewhere']},
    ]),
  )('by a run of ours that $name is left alone by the $installer', ({installer, mark, who: [pid, on]}) =>
    inNamespace(async (namespace) => {
      // It is killed at once, and its record stays.
      await whileAtWork('install', namespace, async () => undefined);
      const record = 'sh.helm.release.v1.tracer.v1';
      await kubectl(['label', 'secret', record, `tracer-run=${mark}`, '-n', namespace]);
      const {status, stderr} = await install(installer, ['--namespace', namespace], surroundings());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(
          told('pending-install', `an installation with process id ${pid} on ${on}`, '5m', namespace),
        ),
      });
    }),
  );
});
