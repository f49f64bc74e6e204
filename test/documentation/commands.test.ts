import {existsSync, mkdirSync, rmSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {runCli} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';
import {ELSEWHERE, RUN, RUN_WITH_TOOLS} from './commands.ts';
import {commandsWithoutOutput, ROOT} from './pages.ts';
import {projectFiles} from './project-files.ts';

const commands = commandsWithoutOutput();
const elsewhere = Object.values(ELSEWHERE)
  .flat()
  .map(([pattern, test]) => ({pattern, test}));

describe('every command of the pages is run, or has a reason why not', () => {
  it.each(commands)('%s', (command) => {
    const run = [...RUN, ...RUN_WITH_TOOLS].filter((given) => given.command === command);
    const reasons = elsewhere.filter(({pattern}) => pattern.test(command));
    expect([...run, ...reasons]).toHaveLength(1);
  });

  it.each([...RUN, ...RUN_WITH_TOOLS])('$command is in a page', ({command}) => {
    expect(commands).toContain(command);
  });

  it.each(elsewhere)('$pattern is in a page, and its test exists', ({pattern, test}) => {
    expect(commands.filter((command) => pattern.test(command))).not.toEqual([]);
    expect(test === undefined || existsSync(path.join(ROOT, test))).toBe(true);
  });
});

describe('a command of the pages succeeds', () => {
  let folder = '';
  const inFolder = (...names: string[]) => path.join(folder, ...names);
  const run = (command: string) => {
    const words = command.replace(/^(apigen|npx @apigen\/cli) /, '').match(/'[^']*'|\S+/g) ?? [];
    return runCli(
      words.map((word) => word.replaceAll("'", '')),
      {cwd: folder},
    );
  };

  beforeAll(async () => {
    folder = folderWith(projectFiles());
    mkdirSync(inFolder('node_modules', '@apigen', 'cli'), {recursive: true});
    await run('apigen mesh -i openapi.yaml -o mesh/petstore.yaml');
  });

  it.each(RUN)('$command', async ({command, writes = '.', reports = ''}) => {
    if (writes !== '.') rmSync(inFolder(writes), {force: true});
    const {status, stderr} = await run(command);
    expect({status, stderr}).toEqual({status: 0, stderr: reports});
    expect(existsSync(inFolder(writes))).toBe(true);
  });
});
