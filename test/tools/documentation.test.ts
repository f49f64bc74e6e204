import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {RUN_WITH_TOOLS} from '../documentation/commands.ts';
import {ROOT} from '../documentation/pages.ts';
import {projectFiles} from '../documentation/project-files.ts';
import {folderWith} from '../temporary-folder.ts';
import {run} from './npm-project.ts';

const project = folderWith({...projectFiles(), 'package.json': '{"private": true}'});

const ENVIRONMENT = {
  npm_config_pack_destination: project,
  npm_config_prefix: path.join(project, 'global'),
  npm_config_audit: 'false',
  // npm would leave out what it calls development dependencies.
  npm_config_include: 'dev',
  // The tests that a command runs are no part of the results.
  APIGEN_TEST_RESULTS: '',
};

it.each(RUN_WITH_TOOLS)(
  '$command',
  async ({command, folder, writes = '.'}) => {
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
