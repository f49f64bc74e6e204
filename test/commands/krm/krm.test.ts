import path from 'node:path';
import {afterAll, beforeAll, expect, test} from '@jest/globals';
import {runKrm} from '../../../src/commands/krm/run-krm.ts';
import {ends, startCli} from '../../start-cli.ts';
import {testTranscript} from '../../transcript.ts';

const folder = path.join(import.meta.dirname, 'project');
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(before));

/** Runs the function on a text. */
async function krm(input: Buffer) {
  let [stdout, stderr] = ['', ''];
  const status = await runKrm(input, {
    out: (text) => {
      stdout += text;
    },
    error: (text) => {
      stderr += text;
    },
    folder,
  });
  return {status, stdout, stderr};
}

testTranscript(
  path.join(import.meta.dirname, 'krm.txt'),
  () => folder,
  (_, options) => krm(Buffer.from(options?.input ?? '')),
);

test('the command needs an input', async () => {
  const noInput =
    'error: no ResourceList on standard input\n    let kustomize run `apigen krm`: `kustomize build --enable-alpha-plugins --enable-exec`\n';
  expect(await startCli(['krm'], {cwd: folder})).toEqual(ends(2, noInput));
});
