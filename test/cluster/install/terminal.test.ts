import {mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {run} from '../../run.ts';
import {cliProgram} from '../../start-cli.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {servedChart} from '../support/chart-repository.ts';
import {inNamespace} from '../support/clients.ts';
import {INSTALLERS, invocation} from '../support/installers.ts';
import {namesIn} from '../support/objects.ts';

const environment = servedChart();

const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs a shell command on a terminal of its own, with typed input; `script` of util-linux creates the terminal. */
function onTerminal(line: string, typed: string, env: NodeJS.ProcessEnv) {
  return run('script', ['--quiet', '--return', '--command', line, '/dev/null'], {env, input: typed});
}

describe('a user at a terminal is asked, although standard input is redirected,', () => {
  it.each(INSTALLERS.map((installer) => ({installer})))('by the $installer', ({installer}) =>
    inNamespace(async (namespace) => {
      const {command, args, input, env} = invocation(installer, ['--namespace', namespace], environment());
      const file = path.join(mkdtempSync(path.join(clusterAccess().folder, 'input-')), 'input');
      writeFileSync(file, input);
      const line = `${[command, ...args].map(word).join(' ')} < ${word(file)}`;
      const {status, stdout} = await onTerminal(line, 'n\n', env);
      expect({status, stdout}).toEqual({
        status: 1,
        stdout: expect.stringMatching(/error: nothing was changed\s*$/),
      });
      expect(stdout).toContain('Install into context apigen-test?');
      expect(await namesIn(namespace)).toEqual([]);
    }),
  );

  it('by install --values - and by uninstall', () =>
    inNamespace(async (namespace) => {
      const little = ['--skip-pma', '--skip-collector', '--skip-backend', '--values', '-'];
      const options = ['--namespace', namespace, ...little];
      const {command, args, env} = invocation('command', options, environment());
      const line = [command, ...args].map(word).join(' ');
      const installed = await onTerminal(`echo 'podLabels: {team: x}' | ${line}`, 'y\n', env);
      expect(installed).toMatchObject({status: 0});
      const words = [...cliProgram(), 'tracer', 'uninstall', '--namespace', namespace].map(word).join(' ');
      const kept = await onTerminal(`${words} < /dev/null`, 'n\n', env);
      expect({status: kept.status, asked: /\(y\/N\)/.test(kept.stdout)}).toEqual({status: 1, asked: true});
    }));
});
