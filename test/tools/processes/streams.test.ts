import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, test} from '@jest/globals';
import {ends, startCli, startShell} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const folder = folderWith({
  'openapi.yaml': 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n',
  'logged.yaml':
    'openapi: 3.1.0\nx-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}}\npaths: {"/pets/{id}": {get: {}}}\n',
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
    '<stdin>:1:1  error: the document is empty\n    name an OpenAPI description in YAML or JSON\n1 error in 1 description\n';

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
        '1 note in 1 description',
        '',
      ].join('\n'),
    });
  });
});

test('prints no warning for the author of the command, under NODE_ENV=development too', async () => {
  const {status, stderr} = await startCli(['mesh', '--nope'], {cwd: folder, env: {NODE_ENV: 'development'}});
  expect({status, warned: stderr.includes('UnparsedCommand')}).toEqual({status: 2, warned: false});
});

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** On this device of Linux every write fails as on a full disk. */
const FULL = '/dev/full';

// bash counts in blocks of 1,024 bytes.
test.each([
  {line: 'help mesh', to: FULL},
  {line: 'mesh -i examples/petstore.yaml', to: FULL},
  {line: 'mesh -i examples/petstore.yaml --format json', to: 'a file of 1 KiB'},
  {line: 'report -i examples/petstore.yaml', to: 'a file of 1 KiB'},
])('apigen $line to $to stops with a message', async ({line, to}) => {
  const isFull = to === FULL;
  const script = `${isFull ? '' : 'ulimit -f 1; '}apigen ${line} > '${isFull ? FULL : path.join(folderWith(), 'out')}'`;
  const fault = isFull
    ? 'no space left on the device\n    free some space or choose another disk'
    : 'cannot be written: EFBIG: file too large\n    choose another path';
  expect(await startShell(script, {cwd: root})).toEqual(ends(1, `error: <stdout>: ${fault}\n`));
});

test('a log from standard input may be compressed by gzip', async () => {
  writeFileSync(path.join(folder, 'access.log.gz'), gzipSync('GET /v1/pets/1\nGET /v1/pets/2\n'));
  const script = 'apigen routes match -i logged.yaml < access.log.gz | head -n 2';
  const {stdout} = await startShell(script, {cwd: folder});
  expect(stdout).toMatch(/^REQUESTS .*\n +2 +GET +\/v1\/pets\/\{id\} /);
});

// 100 MB, and a line of 40 MB without an end, in a heap of 48 MB.
test('a log with many requests of as many long paths is read in little memory', async () => {
  const script = `{ awk 'BEGIN { for (i = 0; i < 100000; i++) printf "GET /v1/pets/%0500d\\nGET /%0500d\\n", i, i }'
head -c 40000000 /dev/zero; } | apigen routes match -i logged.yaml | head -n 5`;
  const run = await startShell(script, {cwd: folder, env: {NODE_OPTIONS: '--max-old-space-size=48'}});
  expect(run.stdout).toBe(`REQUESTS  METHOD  PATH           TIMEOUT
  100000  GET     /v1/pets/{id}      10s

No route matches 100,000 of 200,000 requests:
REQUESTS  REQUEST
`);
  expect(run.stderr).toBe(
    'warning: line 200001 of the log is not a request\n    expected an access log, or lines such as `GET /v1/pets`; JSON needs `method` and `path`, the fields of Linkerd, nginx, Traefik, Caddy or Google Cloud, or `--log-fields`\n',
  );
});
