import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {RUN_WITH_TOOLS} from '../documentation/commands.ts';
import {ROOT} from '../documentation/pages.ts';
import {projectFiles} from '../documentation/project-files.ts';
import {folderWith} from '../temporary-folder.ts';

const project = folderWith({...projectFiles(), 'package.json': '{"private": true}'});

/** Runs a command of a page, in which the clone and the version are placeholders. */
function run(command: string, folder: string) {
  const {status, stdout, stderr} = spawnSync(
    'sh',
    ['-c', command.replace('./path/to/clone/apigen-cli-<version>.tgz', './apigen-cli-*.tgz')],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        npm_config_pack_destination: project,
        npm_config_prefix: path.join(project, 'global'),
        npm_config_audit: 'false',
        // Under jest's `test`, Redocly prints what it would write.
        NODE_ENV: 'production',
        // npm would leave out what it calls development dependencies.
        npm_config_include: 'dev',
        NODE_OPTIONS: '',
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        // The tests that a command runs are no part of the results.
        APIGEN_TEST_RESULTS: '',
      },
    },
  );
  return {status, printed: stdout + stderr};
}

it.each(RUN_WITH_TOOLS)(
  '$command',
  ({command, folder, writes = '.'}) => {
    const {status, printed} = run(command, folder === 'clone' ? ROOT : project);
    expect({status, printed}).toEqual({status: 0, printed: expect.any(String)});
    expect(existsSync(path.join(project, writes))).toBe(true);
  },
  300_000,
);
