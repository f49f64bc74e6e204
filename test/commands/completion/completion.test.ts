import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {COMPLETIONS} from '../../completion-cases.ts';
import {startCli, startShell} from '../../start-cli.ts';

let folder = '';
let env: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'completion-'));
  writeFileSync(path.join(folder, 'pets.yaml'), '');
  env = {XDG_CACHE_HOME: folder, HOME: folder};
  await startCli(['autocomplete', 'create'], {env});
});

afterAll(() => rmSync(folder, {recursive: true}));

/** What bash runs at a Tab; without a terminal `compopt` fails, as in bash 3. */
const AT_TAB = `source "$XDG_CACHE_HOME/apigen/autocomplete/functions/bash/apigen.bash"
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_apigen_autocomplete
printf '%s\\n' "\${COMPREPLY[@]}"
`;

describe('the completion of bash that `autocomplete` writes', () => {
  test.concurrent.each([
    ...COMPLETIONS,
    // bash makes a word of an equals sign.
    ['apigen mesh --format = j', ['json']],
    ['apigen mesh --in = pe', ['pets.yaml']],
  ] as const)('%s', async (line, offered) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    const run = await startShell(`COMP_WORDS=(${words.join(' ')})\n${AT_TAB}`, {cwd: folder, env});
    const offers = run.stdout.split('\n').filter((offer) => offer !== '' && offer !== 'plugins');
    expect({...run, stdout: offers.sort()}).toEqual({
      status: 0,
      stdout: offered,
      stderr: '',
    });
  });
});

describe('in fish', () => {
  test('`autocomplete` prints how to set it up', async () => {
    const run = await startCli(['autocomplete'], {env: {...env, SHELL: '/usr/bin/fish'}});
    expect(run.stdout).toContain('autocomplete fish > ~/.config/fish/completions/');
  });
});
