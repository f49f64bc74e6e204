import path from 'node:path';
import {beforeEach, expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const describeApi = (settings: string) => `openapi: 3.1.0\nx-apigen: {${settings}}\npaths: {/a: {get: {}}}\n`;
const REDOCLY = 'plugins: ["@apigen/cli/redocly"]\napis: {a: {root: a.yaml}}\n';

let folder = '';
beforeEach(() => {
  folder = folderWith({
    'a.yaml': describeApi('service: {name: a}'),
    'b.yaml': describeApi('mesh: istio, service: {name: b, port: 80}'),
    'gateway.yaml': describeApi(
      'mesh: istio, gateway: {name: public, hostnames: [a.example]}, namespace: shop, service: {name: c, namespace: store, port: 80}',
    ),
    'redocly.yaml': REDOCLY,
  });
});

testTranscript(path.join(import.meta.dirname, 'apply.txt'), () => folder);

test('reports a missing "kubectl"', async () => {
  const run = await runCli(['apply', 'a.yaml', '--yes'], {cwd: folder, env: {PATH: '/nonexistent'}});
  const hint = 'install it (https://kubernetes.io/docs/tasks/tools/) and make sure that it is on PATH';
  expect(run).toEqual(ends(1, `error: kubectl not found\n    ${hint}\n1 error in 1 description\n`));
});
