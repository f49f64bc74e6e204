import {existsSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, expect, it} from '@jest/globals';
import {commandsWithoutOutput} from '../../pages.ts';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {projectFiles} from './project-files.ts';

/** Those that need neither a cluster, a trace backend nor npm, and end. */
const RUN = commandsWithoutOutput().filter((command) =>
  /^(apigen|npx @apigen\/cli) (mesh|lint|report|routes|init) (?!.*(\n|--watch|--from-services|--traces))/.test(
    command,
  ),
);

const folder = folderWith(projectFiles());
const run = (command: string) => {
  const words = command.replace(/^(apigen|npx @apigen\/cli) /, '').match(/'[^']*'|\S+/g) ?? [];
  return runCli(
    words.map((word) => word.replaceAll("'", '')),
    {cwd: folder},
  );
};

// For `--check`: another command may have replaced it.
beforeEach(() => run('apigen mesh -i openapi.yaml -o mesh/petstore.yaml'));

it.each(RUN)('%s', async (command) => {
  const {status, stderr} = await run(command);
  expect({status, stderr}).toEqual({status: 0, stderr: expect.not.stringMatching(/warning|error/)});
  const [, output = '.'] = /-o (\S+)/.exec(command) ?? [];
  expect(existsSync(path.join(folder, output))).toBe(true);
});

it('and there are many', () => {
  expect(RUN.length).toBeGreaterThan(20);
});
