import path from 'node:path';
import {expect, test} from '@jest/globals';
import {PROJECT} from '../../completion-cases.ts';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const folder = path.join(folderWith(PROJECT), 'project');

test.each([
  {word: '', before: ['mesh'], stdout: ':files\n'},
  {word: '', before: ['mesh', '--config', 'redocly.yaml'], stdout: 'core@v1\npets\n'},
  {word: '', before: ['lint', '--explain'], stdout: expect.stringMatching(/^(?:.*\n)*service-name\n/)},
  {
    word: '',
    before: ['mesh', '--skip-rule'],
    stdout: expect.stringMatching(/^(?!(.*\n)*setting-value)(?:.*\n)*server-path\n/),
  },
  {
    word: 'ex',
    before: ['help'],
    stdout: expect.stringMatching(/^apply\t.*\n(?:.+\n)*exit-codes\n(?!(.*\n)*:files)/),
  },
  {
    word: '',
    before: ['explain'],
    stdout: expect.stringMatching(/^apply\t.*\n(?:.+\n)*server-path\n(?:.+\n)*timeouts\.request\n/),
  },
  {word: '', before: ['help', 'routes'], stdout: expect.stringMatching(/^match\t.*\n$/)},
  {
    word: '-',
    before: ['tracer', 'open'],
    stdout: expect.stringContaining('--browser\tOpen the browser\n--no-browser\tThe opposite of --browser\n'),
  },
])('what the completion scripts ask for $before $word', async ({word, before, stdout}) => {
  const run = await runCli(['complete', `--word=${word}`, '--', ...before], {cwd: folder});
  expect(run).toEqual({status: 0, stdout, stderr: ''});
});

test('`autocomplete` without a shell prints how to set it up in each shell', async () => {
  const {stdout, ...run} = await runCli(['autocomplete'], {env: {SHELL: undefined}});
  expect(run).toEqual({status: 0, stderr: ''});
  expect(stdout.match(/^\S+$/gm)).toEqual(['bash', 'zsh', 'fish', 'PowerShell']);
  expect(stdout).toContain(`echo 'eval "$(apigen autocomplete bash)"' >> ~/.bashrc\n`);
});
