import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {ELSEWHERE, RUN, RUN_WITH_TOOLS} from './commands.ts';
import {commandsWithoutOutput, ROOT} from './pages.ts';
import {projectFiles} from './project-files.ts';

const commands = commandsWithoutOutput();

describe('every command of the pages is run, or has a reason why not', () => {
  it.each(commands)('%s', (command) => {
    const run = [...RUN, ...RUN_WITH_TOOLS].filter((given) => given.command === command);
    const reasons = ELSEWHERE.filter((given) => given.commands.test(command));
    expect([...run, ...reasons]).toHaveLength(1);
  });

  it.each([...RUN, ...RUN_WITH_TOOLS])('$command is in a page', ({command}) => {
    expect(commands).toContain(command);
  });

  it.each(ELSEWHERE)('$commands is in a page, and its test exists', ({commands: pattern, test}) => {
    expect(commands.filter((command) => pattern.test(command))).not.toEqual([]);
    expect(test === undefined || existsSync(path.join(ROOT, test))).toBe(true);
  });
});

/** Without what npx tells a program that it runs, such as the packages of its own `--package`. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_')));
}

describe('a command of the pages succeeds', () => {
  let folder = '';
  const inFolder = (...names: string[]) => path.join(folder, ...names);
  const run = (command: string) =>
    spawnSync('sh', ['-c', command], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...withoutNpm(process.env),
        PATH: `${inFolder('bin')}${path.delimiter}${process.env.PATH}`,
        npm_config_loglevel: 'silent',
        npm_config_offline: 'true',
        NODE_OPTIONS: '',
      },
    });

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'apigen-commands-'));
    for (const [name, text] of Object.entries(projectFiles())) {
      mkdirSync(path.dirname(inFolder(name)), {recursive: true});
      writeFileSync(inFolder(name), text);
    }
    mkdirSync(inFolder('node_modules', '@apigen'), {recursive: true});
    mkdirSync(inFolder('node_modules', '.bin'));
    mkdirSync(inFolder('bin'));
    symlinkSync(ROOT, inFolder('node_modules', '@apigen', 'cli'));
    symlinkSync(path.join(ROOT, 'bin', 'run.cjs'), inFolder('node_modules', '.bin', 'cli'));
    symlinkSync(path.join(ROOT, 'bin', 'run.cjs'), inFolder('bin', 'apigen'));
    writeFileSync(inFolder('package.json'), '{"private": true}');
    run('apigen mesh -i openapi.yaml -o mesh/petstore.yaml');
  });
  afterAll(() => rmSync(folder, {recursive: true}));

  it.each(RUN)('$command', ({command, writes = '.', reports = ''}) => {
    if (writes !== '.') rmSync(inFolder(writes), {force: true});
    const {status, stderr} = run(command);
    expect({status, stderr}).toEqual({status: 0, stderr: reports});
    expect(existsSync(inFolder(writes))).toBe(true);
  });
});
