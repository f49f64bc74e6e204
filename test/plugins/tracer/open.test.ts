import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, it} from '@jest/globals';
import {start} from '../../run.ts';
import {cliProgram, runCli} from '../../start-cli.ts';
import {searchPath} from './kubectl-stub.ts';

it('forwards a port to the server, opens the browser, and ends with 0 on Ctrl-C', async () => {
  const tools = searchPath("echo 'Forwarding from 127.0.0.1:45678 -> 8080'; exec sleep 30");
  const [program, ...first] = cliProgram();
  const env = {...process.env, PATH: tools.path};
  const {child, ended} = start(program, [...first, 'tracer', 'open', '--namespace', 'tracing'], {env});
  const opened = path.join(tools.folder, 'xdg-open.opened');
  while (!existsSync(opened)) await sleep(50);
  child.kill('SIGINT');
  const stdout = 'tracer is at http://localhost:45678/tools/ until Ctrl-C\n';
  expect(await ended).toMatchObject({status: 0, stdout});
  expect(readFileSync(opened, 'utf8')).toBe('http://localhost:45678/tools/\n');
  expect(readFileSync(path.join(tools.folder, 'kubectl.forwarded'), 'utf8')).toBe(
    '--context=here --namespace=tracing port-forward --address=127.0.0.1 service/traces :8080\n',
  );
});

const BUSY = 'unable to listen on any of the requested ports: [{80 8080}]';
const LOST = 'lost connection to pod';
const FORWARDS = "echo 'Forwarding from 127.0.0.1:80 -> 8080'; ";

it.each([
  ['', BUSY, '', `kubectl cannot forward a port to the server: ${BUSY}`],
  [
    ...[FORWARDS, LOST, 'tracer is at http://localhost:80/tools/ until Ctrl-C\n'],
    `the connection to the server ended: ${LOST}`,
  ],
])('reports why kubectl ended: %s%s', async (before, reason, stdout, want) => {
  const {path: PATH} = searchPath(`${before}echo 'error: ${reason}' >&2; exit 1`);
  const result = await runCli(['tracer', 'open', '--port', '80', '--no-browser'], {env: {PATH}});
  expect(result).toEqual({status: 1, stdout, stderr: `error: ${want}\n`});
});
