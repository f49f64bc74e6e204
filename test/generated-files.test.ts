import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {expect, it} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..');

it('holds no stale generated file', () => {
  const {status, stderr} = spawnSync(process.execPath, ['scripts/generate.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
});
