import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {startCli, startShell} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const folder = folderWith({
  'openapi.yaml': 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n',
});

describe('colours', () => {
  const surroundings = {CI: 'true', GITHUB_ACTIONS: 'true', COLORTERM: 'truecolor', TERM: 'xterm-256color'};
  test.concurrent.each([
    {env: {}, coloured: false},
    {env: {FORCE_COLOR: '1'}, coloured: true},
  ])('in a pipe on a CI machine with $env: $coloured', async ({env, coloured}) => {
    const start = (args: readonly string[]) => startCli(args, {cwd: folder, env: {...surroundings, ...env}});
    const [help, problems] = await Promise.all([start(['help']), start(['mesh', '-i', 'missing.yaml'])]);
    expect([help.status, problems.status]).toEqual([0, 1]);
    const isColoured = (text: string) => text.includes('\x1b[');
    expect([isColoured(help.stdout), isColoured(problems.stderr)]).toEqual([coloured, coloured]);
  });
});

test('DEBUG shows a stack trace', async () => {
  const {stderr} = await startCli(['schema', '--nope'], {cwd: folder, env: {DEBUG: '*'}});
  expect(stderr).toMatch(/^\s+at /m);
});

describe('standard streams', () => {
  const run = 'apigen mesh -i openapi.yaml --service.name petstore';
  const empty =
    '<stdin>:1:1  error: the document is empty\n    name an OpenAPI description in YAML or JSON\n';

  test.concurrent.each([
    {script: 'apigen mesh -i - --service.name petstore <&-', want: {status: 1, stdout: '', stderr: empty}},
    {
      script: `${run} -o - | head -n 2; ls -d ./-`,
      want: {
        status: 2,
        stdout: '---\napiVersion: mesh.io/v1alpha2\n',
        stderr: expect.stringMatching(/^ls: .*No such file or directory\n$/),
      },
    },
    {
      script: `echo log >log; ${run} -o /dev/stdout >>log; head -n 2 log`,
      want: {status: 0, stdout: 'log\n---\n', stderr: ''},
    },
    {
      script: 'cat openapi.yaml | apigen mesh -i /dev/stdin --service.name petstore | head -n 1',
      want: {status: 0, stdout: '---\n', stderr: ''},
    },
  ])('$script', async ({script, want}) => {
    expect(await startShell(script, {cwd: folder})).toEqual(want);
  });

  test.concurrent('a reader may close early, however much is written', async () => {
    const paths = Array.from({length: 20_000}, (_, index) => [
      `/some/long/path/number/${index}/{id}`,
      {get: {}, put: {}},
    ]);
    writeFileSync(
      path.join(folder, 'many.json'),
      JSON.stringify({openapi: '3.1.0', paths: Object.fromEntries(paths)}),
    );
    const script = `apigen mesh -i many.json --service.name petstore | head -n 1; echo "\${PIPESTATUS[0]}"`;
    expect(await startShell(script, {cwd: folder})).toEqual({
      status: 0,
      stdout: '---\n0\n',
      stderr: [
        'many.json:1:20  note  object-size: ServiceProfile "petstore.default.svc.cluster.local" has 5035741 bytes as JSON: etcd refuses more than 1572864',
        '    split the description, or exclude paths with `x-apigen: {disabled: true}`',
        '',
      ].join('\n'),
    });
  });
});

test('prints no warning for the author of the command, under NODE_ENV=development too', async () => {
  const {status, stderr} = await startCli(['mesh', '--nope'], {cwd: folder, env: {NODE_ENV: 'development'}});
  expect({status, warned: stderr.includes('UnparsedCommand')}).toEqual({status: 2, warned: false});
});
