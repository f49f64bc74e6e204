import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';

const PROGRAM = path.resolve(import.meta.dirname, '..', '..', 'bin', 'lint.js');
const NO_DESCRIPTION =
  'no description given\n    name the root descriptions, for example `args: [openapi.yaml]`\n';
/** As far as it comes where Spectral is not installed. */
const NO_SPECTRAL =
  '@stoplight/spectral-cli is not installed\n    install it: `npm install --save-dev @stoplight/spectral-cli`\n';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-lint-'));
  writeFileSync(path.join(folder, 'openapi.yaml'), 'openapi: 3.1.0\n');
});
afterAll(() => rmSync(folder, {recursive: true}));

describe('apigen-lint', () => {
  it.each([
    {args: [], stderr: NO_DESCRIPTION},
    {args: ['--ruleset', '.spectral.yaml'], stderr: NO_DESCRIPTION},
    {args: ['-F', 'warn', '--format=json'], stderr: NO_DESCRIPTION},
    {
      args: ['nowhere.yaml'],
      stderr:
        'nowhere.yaml: no such file\n    name the root descriptions, relative to the root of the repository\n',
    },
    {args: ['--output', 'new.json', '-f', 'json', 'openapi.yaml'], stderr: NO_SPECTRAL},
    {args: ['openapi.yaml', '--output.json', 'new.json'], stderr: NO_SPECTRAL},
    {args: ['api-*.yaml', 'https://example.com/openapi.yaml'], stderr: NO_SPECTRAL},
  ])('with $args says $stderr', ({args, stderr}) => {
    const run = spawnSync(process.execPath, [PROGRAM, ...args], {cwd: folder, encoding: 'utf8'});
    expect({status: run.status, stdout: run.stdout, stderr: run.stderr}).toEqual({
      status: 2,
      stdout: '',
      stderr,
    });
  });
});
