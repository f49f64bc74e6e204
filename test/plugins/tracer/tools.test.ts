import {symlinkSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {type CliOptions, runCli} from '../../start-cli.ts';
import {pipeToShell, QUICK_INSTALLERS, SCRIPT, stubs} from './installers.ts';

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
  const missing = (name: string, page: string) =>
    new RegExp(`^error: ${name} not found: install it \\(${page}\\) and make sure that it is on PATH\n$`);
  const old = (name: string, found: string, oldest: string) =>
    new RegExp(`^error: ${name} ${found} is too old: install ${oldest} or newer \\(.*\\)\n$`);
  const OLD_KUBECTL = `echo '{"clientVersion": {"gitVersion": "v1.26.15-eks"}}'`;
  const NO_LIBRARY = 'echo Error: no such library >&2; exit 127';
  it.each([
    {programs: {}, want: missing('helm', HELM_PAGE)},
    {programs: {helm: HELM}, want: missing('kubectl', KUBECTL_PAGE)},
    {programs: {helm: 'echo v3.13.9', kubectl: KUBECTL}, want: old('helm', '3.13(.9)?', '3.14(.0)?')},
    {programs: {helm: HELM, kubectl: OLD_KUBECTL}, want: old('kubectl', '1.26(.15)?', '1.27(.0)?')},
    {programs: {helm: NO_LIBRARY, kubectl: KUBECTL}, want: /^error: cannot read the version of helm: /},
  ])('$programs', async ({programs, want}) => {
    const finished = await install([], {env: {PATH: searchPath(programs)}});
    expect(finished).toEqual({status: 1, stdout: '', stderr: expect.stringMatching(want)});
  });
});

describe('helm', () => {
  const fails = (message: string) => `echo 'Error: ${message}' >&2; exit 1`;
  const HISTORY = `case "$*" in
*json*) echo '[{"revision": 1, "status": "deployed", "chart": "tracer-0.1.0"}]' ;;
*) printf -- '- chart: tracer\\n  revision: 1\\n  status: deployed\\n' ;;
esac`;
  const env = (history: string, upgrade = fails('cluster unreachable')) => {
    const helm = `case "$*" in version*) ${HELM} ;; history*) ${history} ;; *--dry-run*) echo '{}' ;; *) ${upgrade} ;; esac`;
    const kubectl = `case "$*" in
*view*) echo '{"current-context": "here"}' ;;
*--client*) ${KUBECTL} ;;
*pods*) exit 1 ;;
*) echo '{"gitVersion": "v1.36.3"}' ;;
esac`;
    return {env: {PATH: searchPath({helm, kubectl})}};
  };
  const uninstall = (_: readonly string[], options: CliOptions) =>
    runCli(['tracer', 'uninstall', '--yes'], options);
  const {command, script} = QUICK_INSTALLERS;
  const UNREACHABLE = fails('cluster unreachable');
  it.each([
    {
      name: 'history of the command',
      run: command,
      history: UNREACHABLE,
      want: 'releases in namespace tracer',
    },
    {name: 'history of the script', run: script, history: UNREACHABLE, want: 'releases in namespace tracer'},
    {name: 'values of the script', run: script, history: HISTORY, want: 'values of release tracer'},
    {name: 'values of uninstall', run: uninstall, history: HISTORY, want: 'values of release tracer'},
  ])('that fails to read the $name stops them', async ({run, history, want}) => {
    const {status, stderr} = await run(['--context', 'here'], env(history));
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `error: cannot read the ${want}: cluster unreachable\n`,
    });
  });

  it.each([command, script])(
    'that others have started since the checks is not uninstalled',
    async (install) => {
      const busy = fails('another operation (install/upgrade/rollback) is in progress');
      const {status, stderr} = await install(['--context', 'here'], env(fails('release: not found'), busy));
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(
          /^error: another installation is in progress in namespace tracer: .*\n.*\n$/,
        ),
      });
    },
  );
});

it('does nothing when the download is incomplete', async () => {
  const env = {PATH: searchPath({helm: 'echo helm was started', kubectl: 'echo kubectl was started'})};
  const lengths = Array.from({length: 24}, (_, index) => Math.floor((SCRIPT.length * index) / 24));
  const cut = [...lengths, SCRIPT.length - 2, SCRIPT.lastIndexOf(' "$@"'), SCRIPT.lastIndexOf('exit')];
  const outputs = await Promise.all(cut.map((length) => pipeToShell(SCRIPT.slice(0, length), [], {env})));
  expect(outputs.map(({stdout}) => stdout).join('')).toBe('');
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

it('the commands for tests name --server where there is no cluster', async () => {
  const env = {PATH: searchPath({kubectl: KUBECTL})};
  const {stderr} = await runCli(['tracer', 'test', 'list'], {env});
  expect(stderr).toMatch(
    /^error: cannot find a cluster .*\n.*\n {4}or name the server with --server <url>\n$/,
  );
});
