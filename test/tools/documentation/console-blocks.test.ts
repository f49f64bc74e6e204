import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {blocks, PAGES, ROOT} from '../../pages.ts';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const rewrites = process.env.APIGEN_REWRITE_PAGES === '1';

const GUIDE = 'docs/getting-started.md';

/** The commands of a console block, each with the output below it. */
function commandsOf(block: string): {command: string; output: string}[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.split('\n');
      return {command, output: lines.join('\n')};
    });
}

/** Replaces the output below a command of a page. */
function rewrite(page: string, command: string, before: string, after: string): void {
  const file = path.join(ROOT, page);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(`$ ${command}\n${before}`, () => `$ ${command}\n${after}`),
  );
}

const folder = folderWith();
let environment: NodeJS.ProcessEnv = {};

beforeAll(() => {
  cpSync(path.join(ROOT, 'examples'), path.join(folder, 'examples'), {recursive: true});
  mkdirSync(path.join(folder, 'node_modules', '@apigen'), {recursive: true});
  symlinkSync(ROOT, path.join(folder, 'node_modules', '@apigen', 'cli'));
  // The commands of the guide work on it one after another.
  const [description = ''] = blocks(GUIDE, 'yaml openapi.yaml');
  writeFileSync(path.join(folder, 'openapi.yaml'), description);
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(path.join(ROOT, 'bin', 'run.cjs'), path.join(folder, 'bin', 'apigen'));
  environment = {...process.env, PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`};
});

/** What a command prints: standard output before errors, unless it needs a shell. */
async function outputOf(command: string): Promise<string> {
  const {stdout, stderr, status} = /^apigen [\w ./:=@-]+$/.test(command)
    ? await runCli(command.split(' ').slice(1), {cwd: folder, showsNote: true})
    : spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {cwd: folder, env: environment, encoding: 'utf8'});
  return stdout + stderr + (status === 0 ? '' : `[exit ${status}]\n`);
}

describe('every command of the pages gives the output below it', () => {
  const cases = PAGES.flatMap((page) =>
    blocks(page, 'console')
      .flatMap(commandsOf)
      .map((given) => ({page, ...given})),
  );

  it.each(cases)('$page: $command', async ({page, command, output}) => {
    const given = await outputOf(command);
    if (rewrites) rewrite(page, command, output, given);
    else expect(given).toBe(output);
  });

  it('prints what the first screen of the README shows', async () => {
    const [description = ''] = blocks('README.md', 'yaml openapi.yaml');
    const [printed = ''] = blocks('README.md', 'yaml printed');
    writeFileSync(path.join(folder, 'first.yaml'), description);
    const {stdout} = await runCli(['mesh', 'first.yaml'], {cwd: folder});
    for (const part of printed.split('…\n')) expect(stdout).toContain(part);
  });

  it('are found in the README, the guide and the pages of commands', () => {
    const pages = new Set(cases.map(({page}) => page));
    const names = ['docs/diff.md', 'docs/gateways.md', GUIDE, 'docs/init.md', 'docs/routes.md'];
    expect([...pages]).toEqual(['README.md', ...names, 'docs/security-policies.md']);
  });
});

const examples = blocks('docs/library.md', 'js').map((code, index) => ({code, number: index + 1}));

it.each(examples)('every example of the library runs docs/library.md, example $number', ({code, number}) => {
  const file = path.join(folder, `example-${number}.mjs`);
  writeFileSync(file, code);
  const {status, stderr} = spawnSync(process.execPath, [file], {cwd: folder, encoding: 'utf8'});
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
});
