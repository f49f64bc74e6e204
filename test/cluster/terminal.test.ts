import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from './chart-repository.ts';
import {helmMajors, inNamespace} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {INSTALLERS, invocation} from './installers.ts';
import {namesIn} from './objects.ts';
import {run} from './run.ts';
import './timeout.ts';

const [major = 3] = helmMajors;
let repository: ChartRepository;
beforeAll(async () => {
  repository = await serveChart(major);
});
afterAll(() => repository.close());

const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs a line of a shell on a terminal of its own, on which a person types; `script` of util-linux makes one. */
function onTerminal(line: string, typed: string, env: NodeJS.ProcessEnv) {
  return run('script', ['--quiet', '--return', '--command', line, '/dev/null'], {env, input: typed});
}

describe('a person at a terminal whose standard input is something else is asked', () => {
  it.each(INSTALLERS.map((installer) => ({installer})))('by the $installer', ({installer}) =>
    inNamespace(async (namespace) => {
      const given = {helm: major, chartRepository: repository.url};
      const {command, args, input, env} = invocation(installer, ['--namespace', namespace], given);
      const file = path.join(mkdtempSync(path.join(clusterAccess().folder, 'input-')), 'input');
      writeFileSync(file, input);
      const line = `${[command, ...args].map(word).join(' ')} < ${word(file)}`;
      const {status, stdout} = await onTerminal(line, 'n\n', env);
      // What is typed early is echoed early: the line that is asked may have no end of its own.
      expect({status, told: stdout.trimEnd().endsWith('Error: Nothing was changed')}).toEqual({
        status: 1,
        told: true,
      });
      expect(stdout).toContain('Go on in context apigen-test? [y/N] ');
      expect(await namesIn(namespace)).toEqual([]);
    }),
  );

  it('having been shown the plan, also with --json', () =>
    inNamespace(async (namespace) => {
      const given = {helm: major, chartRepository: repository.url};
      const {command, args, env} = invocation('command', ['--namespace', namespace, '--json'], given);
      const file = path.join(mkdtempSync(path.join(clusterAccess().folder, 'output-')), 'output');
      const line = `${[command, ...args].map(word).join(' ')} > ${word(file)}`;
      const {status, stdout} = await onTerminal(line, 'n\n', env);
      const plan = stdout.slice(stdout.indexOf('Plan'), stdout.indexOf('Go on in context'));
      expect({status, plan: plan.replaceAll('\r', '')}).toEqual({
        status: 1,
        plan: expect.stringContaining('  Backend     kind A will be installed\n'),
      });
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
        error: {message: 'Nothing was changed', exitCode: 1, details: []},
      });
    }));

  it('by the command that reads its values there, and by the one that uninstalls', () =>
    inNamespace(async (namespace) => {
      const given = {helm: major, chartRepository: repository.url};
      const little = ['--skip-pma', '--skip-collector', '--skip-backend', '--values', '-'];
      const {command, args, env} = invocation('command', ['--namespace', namespace, ...little], given);
      const line = [command, ...args].map(word).join(' ');
      const installed = await onTerminal(`echo 'podLabels: {team: x}' | ${line}`, 'y\n', env);
      expect(installed).toMatchObject({status: 0});
      const [starter = ''] = args;
      const words = [command, starter, 'tracer', 'uninstall', '--namespace', namespace].map(word).join(' ');
      const kept = await onTerminal(`${words} < /dev/null`, 'n\n', env);
      expect({status: kept.status, asked: kept.stdout.includes('[y/N] ')}).toEqual({status: 1, asked: true});
    }));
});
