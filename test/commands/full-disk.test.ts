import {spawnSync} from 'node:child_process';
import {closeSync, existsSync, mkdtempSync, openSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {startShell} from '../start-cli.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** A device on which every write fails as on a full disk. */
const FULL = '/dev/full';

/** Runs the command line with its standard output on a full disk. */
function onFullDisk(args: readonly string[], input = '') {
  const out = openSync(FULL, 'w');
  const {status, stderr} = spawnSync(process.execPath, ['bin/run.cjs', ...args], {
    cwd: root,
    stdio: ['pipe', out, 'pipe'],
    encoding: 'utf8',
    input,
  });
  closeSync(out);
  return {status, stderr};
}

const onLinux = existsSync(FULL) ? describe : describe.skip;

onLinux('standard output on a full disk', () => {
  it.each([
    '--version',
    '--help',
    'version',
    'help mesh',
    'schema',
    'ruleset',
    'licenses',
    'autocomplete',
    'autocomplete bash',
    'complete --',
    'mesh -i examples/petstore.yaml',
    'routes -i examples/petstore.yaml',
    'routes match GET /api/v3/user/a -i examples/petstore.yaml',
    'report -i examples/petstore.yaml',
    'init --help',
  ])('stops apigen %s with a message', (line) => {
    expect(onFullDisk(line.split(' '))).toEqual({
      status: 1,
      stderr: '<stdout>: no space left on the device\n    free some space or choose another disk\n',
    });
  });
});

onLinux('standard output of krm on a full disk', () => {
  it('makes the build of kustomize fail with a message', () => {
    const list = {
      apiVersion: 'config.kubernetes.io/v1',
      kind: 'ResourceList',
      functionConfig: {
        apiVersion: 'apigen.dev/v1alpha1',
        kind: 'MeshRoutes',
        metadata: {name: 'a'},
        spec: {descriptions: ['examples/petstore.yaml']},
      },
      items: [],
    };
    expect(onFullDisk(['krm'], JSON.stringify(list))).toEqual({
      status: 1,
      stderr: '<stdout>: no space left on the device\n    free some space or choose another disk\n',
    });
  });
});

onLinux('standard output of a command of tracer on a full disk', () => {
  it('makes it fail with a message once its work is done', () => {
    expect(onFullDisk(['tracer', 'version'])).toEqual({
      status: 1,
      stderr: 'Error: cannot write to standard output: ENOSPC: no space left on device, write\n',
    });
  });
});

describe('standard output to a file that is written only in part', () => {
  it.each([
    'mesh --help',
    'schema',
    'licenses',
    'mesh -i examples/petstore.yaml --format json',
    'routes -i examples/petstore.yaml --json',
    'report -i examples/petstore.yaml',
  ])('stops apigen %s with a message', async (line) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'apigen-partial-')), 'out');
    // bash counts in blocks of 1,024 bytes.
    const run = await startShell(`ulimit -f 1; apigen ${line} > '${file}'`, {cwd: root});
    expect(run).toEqual({
      status: 1,
      stdout: '',
      stderr: '<stdout>: the file would be larger than allowed\n    raise the limit: `ulimit -f unlimited`\n',
    });
  });
});
