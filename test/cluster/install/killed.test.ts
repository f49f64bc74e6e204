import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace} from '../support/clients.ts';
import {install, start} from '../support/installers.ts';
import {leftIn} from '../support/objects.ts';

const LINE = 'helm installs release tracer';

/** A signal, the line of an installer after which it is sent, and how soon: helm writes its record first, then the objects. */
const MOMENTS = [
  {signal: 'SIGKILL' as const, line: LINE, milliseconds: 0},
  {signal: 'SIGKILL' as const, line: LINE, milliseconds: 400},
  {signal: 'SIGKILL' as const, line: LINE, milliseconds: 800},
  {signal: 'SIGKILL' as const, line: 'helm installed release tracer', milliseconds: 0},
  {signal: 'SIGINT' as const, line: LINE, milliseconds: 400},
  {signal: 'SIGHUP' as const, line: LINE, milliseconds: 400},
];

describe.each(helmMajors)('an installation interrupted under helm %i', (major) => {
  let repository: ChartRepository;
  beforeAll(async () => {
    repository = await serveChart(major);
  });
  afterAll(() => repository.close());

  it.each(MOMENTS)(
    'by $signal $milliseconds ms after "$line" continues when the command is run again',
    (given) =>
      inNamespace(async (namespace) => {
        const environment = {helm: major, chartRepository: repository.url};
        const running = start('command', ['--namespace', namespace], environment);
        await running.printed(given.line);
        await sleep(given.milliseconds);
        running.signal(given.signal);
        await running.ended;
        // After --timeout a pending release no longer counts as being installed.
        await sleep(1000);
        const again = {...environment, seconds: 1};
        await install('command', ['--namespace', namespace, '--no-wait'], again);
        const {status, stderr} = await install('command', ['--namespace', namespace], environment);
        expect({status, stderr}).toEqual({status: 0, stderr: ''});
        expect(await helm(major, ['uninstall', 'tracer', '-n', namespace])).toMatchObject({status: 0});
        expect(await leftIn(namespace)).toEqual([]);
      }),
  );
});
