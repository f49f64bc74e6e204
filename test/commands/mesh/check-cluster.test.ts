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

test.each([
  {args: ['mesh', '-i', 'none.yaml', '--check-cluster'], wrong: 'there is no description'},
  {args: ['mesh', '-i', 'none/*.yaml', '--check-cluster'], wrong: 'a pattern matches no file'},
  {args: ['mesh', '--config', 'none.yaml', '--check-cluster'], wrong: 'there is no configuration'},
])('prints JSON where $wrong', async ({args}) => {
  const {status, stdout, stderr} = await startCli([...args, '--json'], {cwd: root});
  expect({status, stderr, stdout: JSON.parse(stdout)}).toMatchObject({
    status: 1,
    stderr: '',
    stdout: {changes: [], problems: [{severity: 'error'}]},
  });
});

test('refuses two descriptions of one Service', async () => {
  const orders = 'examples/redocly/orders/openapi.yaml';
  const args = ['-i', orders, '--service.name', 'x', '--namespace', 'shop', '--service.namespace', 'shop'];
  expect(await startCli([...petstore, ...args], {cwd: root})).toEqual({
    status: 1,
    stdout: '',
    stderr: `${orders}:1:1  ServiceProfile shop/x.shop.svc.cluster.local is generated from examples/petstore.yaml too
    set another \`service.name\`, or use \`--merge\` if they describe one Service
`,
  });
});
