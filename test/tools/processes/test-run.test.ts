import {cpSync, readFileSync} from 'node:fs';
import type {IncomingMessage} from 'node:http';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {outcomeOf} from '../../../plugins/tracer/src/tests/result.ts';
import {searchPath} from '../../plugins/tracer/kubectl-stub.ts';
import {start} from '../../run.ts';
import {type Server, serve} from '../../server.ts';
import {type CliOptions, cliProgram} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {type RecordedStack, runWith, startRecordedStack, untimed} from '../../tracer/recorded-stack.ts';
import {batchingUrl, startBatchingService} from '../../tracer/service.ts';
import {testTranscript} from '../../transcript.ts';

/** The service under test, which only the real server asks. */
const SERVICE = batchingUrl().slice(0, -1);
const FOLDER = path.join(import.meta.dirname, 'test-run');

describe('apigen tracer test', () => {
  let server: RecordedStack;
  let service: Server | undefined;
  const folder = folderWith();
  beforeAll(async () => {
    cpSync(FOLDER, folder, {recursive: true});
    server = await startRecordedStack(path.join(FOLDER, 'recordings.json'), 'kindA');
    service = server.stack && (await startBatchingService(server.stack.otlp));
  });
  afterAll(async () => {
    service?.close();
    await server.close();
  });

  const startTest = (args: readonly string[], options?: CliOptions) =>
    runWith(server, args, {...options, env: {token: 'secret'}});
  testTranscript(path.join(FOLDER, 'transcript.txt'), () => folder, startTest);

  it('ends with 2 when no server answers', async () => {
    const args = ['tracer', 'test', 'run', 'tests', '--server', 'http://127.0.0.1:9'];
    const stderr = expect.stringMatching(/^error: cannot reach the server at http:\/\/127.0.0.1:9: /);
    expect(await startTest(args, {cwd: folder})).toMatchObject({status: 2, stderr});
  });

  it('writes JUnit', () => {
    expect(untimed(readFileSync(path.join(folder, 'results.xml'), 'utf8'), server)).toBe(
      readFileSync(path.join(FOLDER, 'results.xml'), 'utf8'),
    );
  });

  it('runs several tests at once with --parallel', async () => {
    const given = ['--parallel=4', '--json', '--server=http://tracer', '--var=token', `--var=url=${SERVICE}`];
    const args = ['tracer', 'test', 'run', 'tests', 'failed.yaml', ...given];
    const {stdout, stderr} = await startTest(args, {cwd: folder});
    expect(stderr.match(/^[✔✘].*(?= \()/gm)?.sort()).toEqual([
      ...['✔ The service answers', '✘ No such span', '✘ Nobody listens', '✘ Wrong status'],
    ]);
    const {tests}: {tests: {id: string; verdict: string}[]} = JSON.parse(stdout.replaceAll('…', '0'));
    expect(tests.map(({id, verdict}) => `${id}: ${verdict}`)).toEqual([
      ...['passed: passed', 'wrong-status: failed', 'no-span: failed', 'unreachable: failed'],
    ]);
  });

  it('names the command that shows runs that failed, with the options of the user', async () => {
    const {port} = new URL(server.url);
    const {path: PATH} = searchPath(`echo 'Forwarding from 127.0.0.1:${port} -> 8080'; exec sleep 300`);
    const scope = ['--kubeconfig', import.meta.filename, '--namespace', 'tracing'];
    const given = ['--var', `url=${SERVICE}`, '--var', 'token=secret', ...scope];
    const {stdout} = await runWith(server, ['tracer', 'test', 'run', 'failed.yaml', ...given], {
      cwd: folder,
      env: {PATH},
    });
    const command = `apigen tracer open --port 11633 ${scope.join(' ')}`;
    expect(stdout.split('\n').slice(-2)).toEqual([`to see the runs: ${command}`, '']);
  });

  it('stops its runs on Ctrl-C, which ends kubectl too', async () => {
    const [program, ...first] = cliProgram();
    const {port} = new URL(server.url);
    const tools = searchPath(`echo 'Forwarding from 127.0.0.1:${port} -> 8080'; exec sleep 300`);
    const args = ['tracer', 'test', 'run', 'stopped.yaml', '--var', `url=${SERVICE}`];
    const env = {...process.env, PATH: tools.path};
    const options = {cwd: folder, env, detached: true};
    const {child, ended} = start(program, [...first, ...args], options);
    while (!server.requests.includes('GET /api/tests/stopped/run/1')) await sleep(50);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    const stderr = 'error: interrupted\n    stopped: tests/stopped/run/1\n';
    expect(await ended).toMatchObject({status: 2, stderr});
  });

  it('refuses another server, and stops all runs when the server fails', async () => {
    // Another answers all with an empty map; this one closes a connection when it has started a run and is asked for the next.
    let isOther = true;
    let held: IncomingMessage | undefined;
    const failing = await serve((request, response) => {
      if (request.headers.authorization !== `Basic ${btoa('me:p@ss')}`) return response.writeHead(401).end();
      if (request.url?.includes('wrong-status')) {
        held = request;
        return undefined;
      }
      if (request.method === 'GET') held?.destroy();
      return response.end(isOther ? '{}' : '{"id": 1, "state": "EXECUTING"}');
    });
    const url = failing.url.replace('//', '//me:p%40ss@');
    const run = (...tests: string[]) =>
      startTest(['tracer', 'test', 'run', ...tests, '--server', url, '--var=token', '--parallel=2'], {
        cwd: folder,
      });
    const error = 'error: the server answers with something else than a run: it is not that of tracer\n';
    expect(await run('tests')).toEqual({status: 2, stdout: '', stderr: error});
    isOther = false;
    expect(await run('tests', 'failed.yaml')).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: cannot reach the server at .*\n {4}stopped: tests\/passed\/run\/1\n {4}may run on: tests\/wrong-status\/run\n$/,
      ),
    });
    failing.close();
  });

  it('asks only what was recorded', () => expect(server.refused).toEqual([]));
});

const TEST = {id: 'a', name: 'A', file: 'a.yaml', spec: {}};
const TRACE = {flat: {a: {name: 'Tracetest trigger'}, b: {name: 'SQL SELECT'}}};

it.each([
  {run: {state: 'FINISHED', result: {}}, verdict: 'failed', problems: []},
  {
    run: {state: 'ASSERTION_FAILED', lastErrorState: 'why'},
    verdict: 'failed',
    problems: ['the server could not check the assertions: why'],
  },
  {
    run: {state: 'ANALYZING_ERROR', result: {allPassed: true}},
    verdict: 'failed',
    problems: ['the server could not analyze the trace'],
  },
  {run: {state: 'STOPPED', result: {allPassed: true}}, verdict: 'failed', problems: ['the run was stopped']},
])('a run in state $run.state without allPassed is $verdict', ({run, verdict, problems}) => {
  expect(outcomeOf({trace: TRACE, ...run}, TEST)).toEqual({verdict, problems});
});
