import {chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {COMPLETIONS, fillFolder} from '../../completion-cases.ts';
import {INSTALLED_SHELLS, offeredBy} from '../../completion-shells.ts';
import {cliProgram, startCli} from '../../start-cli.ts';

let folder = '';
let PATH = '';

beforeAll(async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'completion-'));
  folder = path.join(root, 'project');
  const bin = path.join(root, 'bin');
  mkdirSync(bin);
  const program = cliProgram().map((word) => `'${word}'`);
  writeFileSync(path.join(bin, 'apigen'), `#!/bin/sh\nexec ${program.join(' ')} "$@"\n`);
  chmodSync(path.join(bin, 'apigen'), 0o755);
  PATH = `${bin}:${process.env.PATH}`;
  await fillFolder(folder);
  for (const shell of INSTALLED_SHELLS) {
    const {stdout} = await startCli(['autocomplete', shell]);
    writeFileSync(path.join(root, shell), stdout);
  }
});

afterAll(() => rmSync(path.dirname(folder), {recursive: true}));

/** How the driver of a shell reads a file with the script. */
const READ = {bash: 'source', zsh: 'source', fish: 'cat'};

describe.each(INSTALLED_SHELLS)('the completion of %s', (shell) => {
  test.concurrent.each(COMPLETIONS)('%s', async (line, offered) => {
    const offers = await offeredBy(shell, `${READ[shell]} ../${shell}`, line, {folder, PATH});
    expect(offers.filter((offer) => offer !== 'plugins')).toEqual(offered);
  });
});

describe('what the completion scripts ask for', () => {
  test.concurrent.each([
    {word: '--fo', before: ['ruleset'], stdout: '--help\tPrint this help\n'},
    {word: '', before: ['mesh', '--in'], stdout: ':files\n'},
    {word: '', before: ['mesh'], stdout: 'core@v1\npets\n:files\n'},
    {word: '', before: ['mesh', '--config', 'missing.yaml'], stdout: ':files\n'},
    {word: '--group=', before: ['mesh'], stdout: '--group=policy\n--group=operation\n'},
    {
      word: '-',
      before: ['tracer', 'open'],
      stdout: expect.stringContaining(
        '--browser\tOpen the browser\n--no-browser\tThe opposite of --browser\n',
      ),
    },
  ])('$before $word', async ({word, before, stdout}) => {
    const run = await startCli(['complete', `--word=${word}`, '--', ...before], {cwd: folder});
    expect(run).toEqual({status: 0, stdout, stderr: ''});
  });
});

describe('`autocomplete`', () => {
  test('without a shell prints how to set it up in each shell', async () => {
    const {stdout, ...run} = await startCli(['autocomplete'], {env: {SHELL: undefined}});
    expect(run).toEqual({status: 0, stderr: ''});
    expect(stdout.match(/^\S+$/gm)).toEqual(['bash', 'zsh', 'fish', 'PowerShell']);
  });

  test.each([
    {shell: 'bash', file: '.bashrc'},
    {shell: 'zsh', file: '.zshrc'},
  ])('prints a line that sets $shell up', async ({shell, file}) => {
    const {stdout} = await startCli(['autocomplete']);
    const [, line] = new RegExp(`echo '(.*)' >> ~/${file}\n`).exec(stdout) ?? [];
    expect(line).toBe(`eval "$(apigen autocomplete ${shell})"`);
  });
});
