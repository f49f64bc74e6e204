import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {folderWith} from '../temporary-folder.ts';

const PROGRAM = path.resolve(import.meta.dirname, '..', '..', 'bin', 'spectral.js');
const NO_DESCRIPTION =
  'no description given\n    name the root descriptions, for example `args: [openapi.yaml]`\n';
/** As far as it comes where Spectral is not installed. */
const NO_SPECTRAL =
  '@stoplight/spectral-cli is not installed\n    install it: `npm install --save-dev @stoplight/spectral-cli`\n';

const folder = folderWith();
beforeAll(() => {
  writeFileSync(path.join(folder, 'openapi.yaml'), 'openapi: 3.1.0\n');
});

it.each([
  {args: ['-F', 'warn', '--format=json'], stderr: NO_DESCRIPTION},
  {
    args: ['nowhere.yaml'],
    stderr:
      'nowhere.yaml: no such file\n    name the root descriptions, relative to the root of the repository\n',
  },
  {args: ['api-*.yaml', '-f', 'json', '--output.json', 'new.json'], stderr: NO_SPECTRAL},
])('with $args says $stderr', ({args, stderr}) => {
  const run = spawnSync(process.execPath, [PROGRAM, ...args], {cwd: folder, encoding: 'utf8'});
  expect({status: run.status, stdout: run.stdout, stderr: run.stderr}).toEqual({
    status: 2,
    stdout: '',
    stderr,
  });
});

it('has help', () => {
  const {status, stdout, stderr} = spawnSync(process.execPath, [PROGRAM, '--help'], {encoding: 'utf8'});
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
  expect(stdout).toContain('\nUsage: apigen-spectral <description...> [option...]\n');
});
