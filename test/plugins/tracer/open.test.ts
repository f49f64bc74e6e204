import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it, jest} from '@jest/globals';
import {cliProgram, runCli} from '../../start-cli.ts';
import {stubs} from './installers.ts';

jest.setTimeout(60_000);

const labels = {'app.kubernetes.io/component': 'server'};
const probe = {readinessProbe: {httpGet: {path: '/tools/'}}};
/** What kubectl prints for an installed server. */
const SERVER = {
  items: [
    {kind: 'Service', metadata: {name: 'traces', labels}, spec: {ports: [{name: 'http', port: 8080}]}},
    {kind: 'Deployment', metadata: {name: 'traces', labels}, spec: {template: {spec: {containers: [probe]}}}},
  ],
};

/**
 * Stubs of kubectl and the browser: forwarding a port needs a kubelet with a running container, which these tests do not have.
 * kubectl answers like for an installed server, and `port-forward` runs the given script.
 */
function searchPath(portForward: string): {folder: string; path: string} {
  const kubectl = `case "$*" in
*--client*) echo '{"clientVersion": {"gitVersion": "v1.32.0"}}' ;;
*--minify*) echo '{"current-context": "here"}' ;;
*/version*) echo '{"gitVersion": "v1.32.0"}' ;;
*services*) echo '${JSON.stringify(SERVER)}' ;;
*port-forward*) echo "$*" >"$0.forwarded"; ${portForward} ;;
esac`;
  const folder = stubs({
    kubectl,
    'xdg-open': 'echo "$1" >"$0.opened"',
    open: 'echo "$1" >"${0%open}xdg-open.opened"',
  });
  return {folder, path: [folder, process.env.PATH].join(path.delimiter)};
}

async function until(found: () => boolean): Promise<void> {
  while (!found()) await new Promise((resolve) => setTimeout(resolve, 50));
}

it('forwards a port to the server, opens the browser, and ends with 0 on Ctrl-C', async () => {
  const tools = searchPath("echo 'Forwarding from 127.0.0.1:45678 -> 8080'; exec sleep 30");
  const [program, ...first] = cliProgram();
  const child = spawn(program, [...first, 'tracer', 'open', '--namespace', 'tracing'], {
    env: {...process.env, PATH: tools.path},
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  await until(() => existsSync(path.join(tools.folder, 'xdg-open.opened')));
  child.kill('SIGINT');
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect({status, stdout}).toEqual({
    status: 0,
    stdout: 'tracer is at http://localhost:45678/tools/ until Ctrl-C\n',
  });
  expect(readFileSync(path.join(tools.folder, 'xdg-open.opened'), 'utf8')).toBe(
    'http://localhost:45678/tools/\n',
  );
  expect(readFileSync(path.join(tools.folder, 'kubectl.forwarded'), 'utf8')).toBe(
    '--context=here --namespace=tracing port-forward --address=127.0.0.1 service/traces :8080\n',
  );
});

it.each([
  {
    name: 'cannot be forwarded to',
    portForward: "echo 'error: unable to listen on any of the requested ports: [{80 8080}]' >&2; exit 1",
    want: {
      stdout: '',
      stderr:
        'Error: kubectl cannot forward a port to the server: unable to listen on any of the requested ports: [{80 8080}]\n',
    },
  },
  {
    name: 'closes the connection',
    portForward:
      "echo 'Forwarding from 127.0.0.1:80 -> 8080'; sleep 1; echo 'error: lost connection to pod' >&2; exit 1",
    want: {
      stdout: 'tracer is at http://localhost:80/tools/ until Ctrl-C\n',
      stderr: 'Error: the connection to the server ended: lost connection to pod\n',
    },
  },
])('reports that the server $name', async ({portForward, want}) => {
  const {path: PATH} = searchPath(portForward);
  const result = await runCli(['tracer', 'open', '--port', '80', '--no-browser'], {env: {PATH}});
  expect(result).toEqual({status: 1, ...want});
});
