import {chmodSync, mkdtempSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it, jest} from '@jest/globals';
import {INSTALLERS, pipeToShell, SCRIPT} from './installers.ts';

// Each row starts a program, on a machine that may be busy.
jest.setTimeout(60_000);

const HELM_PAGE = 'https://helm.sh/docs/intro/install/';
const KUBECTL_PAGE = 'https://kubernetes.io/docs/tasks/tools/';
/** What the script uses of a POSIX system. */
const POSIX = [
  'cat',
  'date',
  'grep',
  'head',
  'mktemp',
  'mv',
  'rm',
  'sed',
  'sleep',
  'sort',
  'tail',
  'tr',
  'awk',
  'cut',
];

/** A search path with stand-ins that answer a question for their version, and nothing else of helm and kubectl. */
function searchPath(programs: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracer-tools-'));
  for (const name of POSIX) symlinkSync(path.join('/usr/bin', name), path.join(folder, name));
  for (const [name, says] of Object.entries(programs)) {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${says}\n`);
    chmodSync(file, 0o755);
  }
  return folder;
}

const HELM = 'echo v3.14.0';
const KUBECTL = `echo '{"clientVersion": {"gitVersion": "v1.27.0"}}'`;

describe.each(Object.entries(INSTALLERS))('the %s looks for its tools', (_, install) => {
  it.each([
    {
      name: 'neither is there',
      programs: {},
      want: `helm was not found: install it (${HELM_PAGE}), make sure that it is on PATH, and run this again`,
    },
    {
      name: 'no kubectl',
      programs: {helm: HELM},
      want: `kubectl was not found: install it (${KUBECTL_PAGE}), make sure that it is on PATH, and run this again`,
    },
    {
      name: 'old helm',
      programs: {helm: 'echo v3.13.9', kubectl: KUBECTL},
      want: `helm 3.13.9 is too old: install 3.14 or newer (${HELM_PAGE}) and run this again`,
    },
    {
      name: 'old kubectl',
      programs: {helm: HELM, kubectl: `echo '{"clientVersion": {"gitVersion": "v1.26.15-eks"}}'`},
      want: `kubectl 1.26.15 is too old: install 1.27 or newer (${KUBECTL_PAGE}) and run this again`,
    },
    {
      name: 'broken helm',
      programs: {helm: 'echo Error: no such library >&2; exit 127', kubectl: KUBECTL},
      want: 'helm is on PATH but does not tell its version: no such library',
    },
  ])('$name', async ({programs, want}) => {
    const {status, stdout, stderr} = await install([], {env: {PATH: searchPath(programs)}});
    expect({status, stdout, stderr}).toEqual({status: 1, stdout: '', stderr: `Error: ${want}\n`});
  });
});

it('says so when it can make no temporary folder', async () => {
  const {status, stdout, stderr} = await INSTALLERS.script([], {env: {TMPDIR: '/nowhere'}});
  expect({status, stdout, stderr}).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Error: No temporary folder can be made in \/nowhere: .*\nName one that can be written to in \$TMPDIR\n$/,
    ),
  });
});

it('removes its temporary folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracer-temporary-'));
  await INSTALLERS.script([], {env: {PATH: searchPath({}), TMPDIR: folder}});
  const {stdout} = await pipeToShell(`ls -A '${folder}'`, []);
  expect(stdout).toBe('');
});

it('does nothing when the download broke off', async () => {
  const env = {PATH: searchPath({helm: 'echo helm was started', kubectl: 'echo kubectl was started'})};
  const lengths = Array.from({length: 24}, (_, index) => Math.floor((SCRIPT.length * index) / 24));
  const cut = [...lengths, SCRIPT.length - 2, SCRIPT.lastIndexOf(' "$@"'), SCRIPT.lastIndexOf('exit')];
  const outputs = await Promise.all(cut.map((length) => pipeToShell(SCRIPT.slice(0, length), [], {env})));
  expect(outputs.map(({stdout}) => stdout).join('')).toBe('');
});

it('shows its options with --help, wherever it stands, and exits with 0', async () => {
  const {status, stdout, stderr} = await pipeToShell(SCRIPT, ['--bogus', '--help'], {
    env: {PATH: searchPath({})},
  });
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
  expect(stdout.split('\n').filter((line) => /^ {2}(-| {4}-)/.test(line))).toEqual([
    '  -n, --namespace <name>                      Cluster namespace to install into [default: tracer]',
    '      --trace-backend <kindA|kindB>           Trace backend kind [default: kindA]',
    '      --trace-backend-endpoint <host:port>    Trace backend endpoint; kindB has no default [default: kindA-query:16685]',
    '      --skip-collector                        Do not install the collector',
    '      --skip-pma                              Do not install the sample application',
    '      --skip-backend                          Do not install the kind A backend',
    '      --context <name>                        Context of the kubeconfig to use instead of the current one',
    '      --chart-repo <url>                      Chart repository to add, update and install <repository>/tracer from',
    '      --chart-version <version>               Version of the chart in the repository; the newest if not given',
    '      --dry-run                               Check everything and show the plan, but change nothing',
    '  -y, --yes                                   Do not ask',
    '  -h, --help                                  Show this text',
  ]);
});

it('reaches nothing but the chart repository: no beacon, no manifest from a branch', () => {
  const addresses = new Set(SCRIPT.match(/https?:\/\/[\w.-]+[^\s'"`),\]]*/g));
  expect([...addresses].sort()).toEqual([
    'http://localhost:$SERVER_PORT$server_path',
    'https://get.apigen.example/charts',
    'https://get.apigen.example/tracer/install.sh',
    HELM_PAGE,
    KUBECTL_PAGE,
  ]);
  expect(SCRIPT.split('\n').filter((line) => /^[^#'"]*\b(curl|wget)\b/.test(line))).toEqual([
    'Usage: curl -fsSL https://get.apigen.example/tracer/install.sh | sh -s -- [options]',
  ]);
});
