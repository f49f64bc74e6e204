import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from './chart-repository.ts';
import {helm, helmMajors, inNamespace} from './clients.ts';
import {INSTALLERS, install, start} from './installers.ts';
import {leftIn} from './objects.ts';

/** A signal, the line of an installer that it follows, and how soon: Helm writes its record first, then the objects. */
const MOMENTS = [
  {signal: 'SIGKILL' as const, line: 'helm applies release tracer', milliseconds: 0},
  {signal: 'SIGKILL' as const, line: 'helm applies release tracer', milliseconds: 400},
  {signal: 'SIGKILL' as const, line: 'helm applies release tracer', milliseconds: 800},
  {signal: 'SIGKILL' as const, line: 'Release tracer is applied', milliseconds: 0},
  {signal: 'SIGINT' as const, line: 'helm applies release tracer', milliseconds: 400},
  {signal: 'SIGHUP' as const, line: 'helm applies release tracer', milliseconds: 400},
];

const CASES = INSTALLERS.flatMap((installer) => MOMENTS.map((moment) => ({installer, ...moment})));

describe.each(helmMajors)('ended half-way under helm %i', (major) => {
  let repository: ChartRepository;
  beforeAll(async () => {
    repository = await serveChart(major);
  });
  afterAll(() => repository.close());

  it.each(CASES)(
    'the $installer, by $signal $milliseconds ms after "$line", goes on when it is run again',
    (given) =>
      inNamespace(async (namespace) => {
        const surroundings = {helm: major, chartRepository: repository.url};
        const running = start(given.installer, ['--namespace', namespace], surroundings);
        await running.said(given.line);
        await sleep(given.milliseconds);
        running.signal(given.signal);
        await running.ended;
        const {status, stderr} = await install(given.installer, ['--namespace', namespace], surroundings);
        expect({status, stderr}).toEqual({status: 0, stderr: ''});
        expect(await helm(major, ['uninstall', 'tracer', '-n', namespace])).toMatchObject({status: 0});
        expect(await leftIn(namespace)).toEqual([]);
      }),
  );
});
