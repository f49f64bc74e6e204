import path from 'node:path';
import {expect, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const petstore = ['mesh', '-i', 'examples/petstore.yaml', '--check-cluster'];

test('reports a missing "kubectl"', async () => {
  expect(await startCli(petstore, {cwd: root, env: {PATH: '/nonexistent'}})).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'kubectl not found\n    install it (https://kubernetes.io/docs/tasks/tools/) and make sure that it is on PATH\n',
  });
});

test('cannot be combined with --watch', async () => {
  expect(await startCli([...petstore, '--watch'], {cwd: root})).toEqual({
    status: 2,
    stdout: '',
    stderr: `--check-cluster  cannot be combined with --watch\n    \`apigen mesh --help\` lists all flags\n`,
  });
});
