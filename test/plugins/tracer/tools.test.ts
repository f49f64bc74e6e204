import {symlinkSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, jest} from '@jest/globals';
import {type CliOptions, runCli} from '../../start-cli.ts';
import {pipeToShell, QUICK_INSTALLERS, SCRIPT, stubs} from './installers.ts';

// Each row starts a program, on a machine that may be busy.
jest.setTimeout(60_000);

const HELM_PAGE = 'https://helm.sh/docs/intro/install/';
const KUBECTL_PAGE = 'https://kubernetes.io/docs/tasks/tools/';
/** The programs of a POSIX system that the script uses. */
const POSIX = ['cat', 'sed', 'grep', 'head', 'tail', 'awk', 'sort', 'tr'];

/** A search path with stubs of helm and kubectl that only print their version. */
function searchPath(programs: Readonly<Record<string, string>>): string {
  const folder = stubs(programs);
  for (const name of POSIX) symlinkSync(path.join('/usr/bin', name), path.join(folder, name));
  return folder;
}

const HELM = 'echo v3.14.0';
const KUBECTL = `echo '{"clientVersion": {"gitVersion": "v1.27.0"}}'`;

describe.each(Object.entries(QUICK_INSTALLERS))('the %s checks its programs', (_, install) => {
  it.each([
    {
      name: 'neither exists',
      programs: {},
      want: `helm not found: install it (${HELM_PAGE}) and make sure that it is on PATH`,
    },
    {
      name: 'no kubectl',
      programs: {helm: HELM},
      want: `kubectl not found: install it (${KUBECTL_PAGE}) and make sure that it is on PATH`,
    },
    {
      name: 'old helm',
      programs: {helm: 'echo v3.13.9', kubectl: KUBECTL},
      want: /^Error: helm 3\.13(\.9)? is too old: install 3\.14(\.0)? or newer \(.*\)\n$/,
    },
    {
      name: 'old kubectl',
      programs: {helm: HELM, kubectl: `echo '{"clientVersion": {"gitVersion": "v1.26.15-eks"}}'`},
      want: /^Error: kubectl 1\.26(\.15)? is too old: install 1\.27(\.0)? or newer \(.*\)\n$/,
    },
    {
      name: 'broken helm',
      programs: {helm: 'echo Error: no such library >&2; exit 127', kubectl: KUBECTL},
      want: /^Error: cannot read the version of helm: /,
    },
  ])('$name', async ({programs, want}) => {
    const {status, stdout, stderr} = await install([], {env: {PATH: searchPath(programs)}});
    const message = typeof want === 'string' ? `Error: ${want}\n` : expect.stringMatching(want);
    expect({status, stdout, stderr}).toEqual({status: 1, stdout: '', stderr: message});
  });
});

describe('a failure of helm is not taken for', () => {
  const FAIL = "echo 'Error: cluster unreachable' >&2; exit 1";
  const HISTORY = `case "$*" in
*json*) echo '[{"revision": 1, "status": "deployed", "chart": "tracer-0.1.0"}]' ;;
*) printf -- '- chart: tracer\\n  revision: 1\\n  status: deployed\\n' ;;
esac`;
  const helm = (history: string) =>
    `case $1 in version) ${HELM} ;; history) ${history} ;; *) ${FAIL} ;; esac`;
  const kubectl = `case "$*" in *view*) echo '{"current-context": "here"}' ;; *--client*) ${KUBECTL} ;; *) echo '{"gitVersion": "v1.36.3"}' ;; esac`;
  const uninstall = (_: readonly string[], options: CliOptions) =>
    runCli(['tracer', 'uninstall', '--yes'], options);
  const [release, values] = ['the releases in namespace tracer', 'the values of release tracer'];
  it.each([
    {
      name: 'a first installation by the command',
      run: QUICK_INSTALLERS.command,
      history: FAIL,
      want: release,
    },
    {name: 'a first installation by the script', run: QUICK_INSTALLERS.script, history: FAIL, want: release},
    {name: 'the default values by the script', run: QUICK_INSTALLERS.script, history: HISTORY, want: values},
    {name: 'the default values by uninstall', run: uninstall, history: HISTORY, want: values},
  ])('$name', async ({run, history, want}) => {
    const env = {PATH: searchPath({helm: helm(history), kubectl})};
    const {status, stderr} = await run(['--context', 'here'], {env});
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `Error: cannot read ${want}: cluster unreachable\n`,
    });
  });
});

it('does nothing when the download is incomplete', async () => {
  const env = {PATH: searchPath({helm: 'echo helm was started', kubectl: 'echo kubectl was started'})};
  const lengths = Array.from({length: 24}, (_, index) => Math.floor((SCRIPT.length * index) / 24));
  const cut = [...lengths, SCRIPT.length - 2, SCRIPT.lastIndexOf(' "$@"'), SCRIPT.lastIndexOf('exit')];
  const outputs = await Promise.all(cut.map((length) => pipeToShell(SCRIPT.slice(0, length), [], {env})));
  expect(outputs.map(({stdout}) => stdout).join('')).toBe('');
});

it('prints its options with --help and exits with 0', async () => {
  const {status, stdout, stderr} = await pipeToShell(SCRIPT, ['--skip-pma', '--help'], {
    env: {PATH: searchPath({})},
  });
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
  const options = [...stdout.matchAll(/^ {2,6}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
  expect(options).toEqual([
    '--namespace',
    '--trace-backend',
    '--trace-backend-endpoint',
    '--collector-export-endpoint',
    '--skip-collector',
    '--skip-pma',
    '--skip-backend',
    '--context',
    '--chart-repo',
    '--chart-version',
    '--dry-run',
    '--yes',
    '--help',
  ]);
});

it.each([[], ['--json']])('the command prints no password in a URL, with %j', async (...json) => {
  const kubectl = `case "$*" in
*--client*) ${KUBECTL} ;;
*view*) echo '{"current-context": "here", "clusters": [{"cluster": {"server": "https://bob:hunter2@cluster.test"}}]}' ;;
*) echo 'error: Get "https://bob:hunter2@cluster.test/version": refused' >&2; exit 1 ;;
esac`;
  const env = {PATH: searchPath({helm: HELM, kubectl})};
  const {status, stdout, stderr} = await QUICK_INSTALLERS.command(json, {env});
  const message = `cannot use the cluster of context here (https://***@cluster.test): Get "https://***@cluster.test/version": refused`;
  expect(status).toBe(1);
  expect(stdout + stderr).not.toContain('hunter2');
  expect(stdout + stderr).toContain(json.length > 0 ? JSON.stringify(message).slice(1, -1) : message);
});
