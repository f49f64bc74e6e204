import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {commandsWithoutOutput, ROOT} from '../../pages.ts';
import {folderWith} from '../../temporary-folder.ts';
import {run} from '../npm-project.ts';
import {projectFiles} from './project-files.ts';

/** A command that is run in a clone or in a user's project. */
interface NpmCommand {
  readonly command: string;
  readonly folder: 'clone' | 'project';
  /** A file of the folder that it writes. */
  readonly writes?: string;
}

const COMMANDS: readonly NpmCommand[] = [
  {command: 'npm start', folder: 'clone'},
  {command: 'npm test -- golden -t spec-path-base', folder: 'clone'},
  {command: 'npm pack', folder: 'clone'},
  {
    command: 'npm install --save-dev ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@apigen/cli/package.json',
  },
  {command: 'npx @apigen/cli --version', folder: 'project'},
  {
    command: "npx @apigen/cli schema --openapi | jq 'del(.allOf)' > openapi.schema.json",
    folder: 'project',
    writes: 'openapi.schema.json',
  },
  {
    command: 'npm install --save-dev @redocly/cli ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@redocly/cli/package.json',
  },
  {command: 'npx redocly bundle', folder: 'project', writes: 'core@v1.service-profile.yaml'},
  {
    command: 'npm install --save-dev @stoplight/spectral-cli ./path/to/clone/apigen-cli-<version>.tgz',
    folder: 'project',
    writes: 'node_modules/@stoplight/spectral-cli/package.json',
  },
  {command: 'npm install --global ./apigen-cli-*.tgz', folder: 'project', writes: 'global/bin/apigen'},
];

const project = folderWith({...projectFiles(), 'package.json': '{"private": true}'});

const ENVIRONMENT = {
  npm_config_pack_destination: project,
  npm_config_prefix: path.join(project, 'global'),
  npm_config_audit: 'false',
  // npm would leave out what it calls development dependencies.
  npm_config_include: 'dev',
  // The tests that a command runs are not a part of the results.
  APIGEN_TEST_RESULTS: '',
};

it.each(COMMANDS)(
  '$command',
  async ({command, folder, writes = '.'}) => {
    expect(commandsWithoutOutput()).toContain(command);
    // In a command of a page, the clone and the version are placeholders.
    const here = command.replace('./path/to/clone/apigen-cli-<version>.tgz', './apigen-cli-*.tgz');
    const {status, stdout, stderr} = await run(
      'sh',
      ['-c', here],
      folder === 'clone' ? ROOT : project,
      ENVIRONMENT,
    );
    expect({status, printed: stdout + stderr}).toEqual({status: 0, printed: expect.any(String)});
    expect(existsSync(path.join(project, writes))).toBe(true);
  },
  300_000,
);
