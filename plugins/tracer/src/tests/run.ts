import {rm, writeFile} from 'node:fs/promises';
import {setTimeout as pause} from 'node:timers/promises';
import type {Interfaces} from '@oclif/core';
import {listAt, numberAt, textAt} from '../cluster/json.ts';
import {type ScopeOptions, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_TIMEOUT, type TEST_RUN_FLAGS} from '../options/flags.ts';
import {milliseconds} from '../options/formats.ts';
import type {Session} from '../process/interrupt.ts';
import {maskCredentials} from '../process/run.ts';
import {type Api, withServer} from '../run/server.ts';
import {type Definition, readDefinitions} from './definitions.ts';
import {FINAL, junit, linesOf, outcomeOf, type TestOutcome, type TestResult} from './result.ts';

type TestFlags = Omit<Interfaces.InferredFlags<typeof TEST_RUN_FLAGS>, 'json'> & {args: readonly string[]};

const SIGNS = {
  passed: 'done',
  'not checked': 'warn',
  failed: 'failed',
  'no trace': 'failed',
  'not run': 'failed',
} as const;

const POLL_MILLISECONDS = 500;
const STOP_MILLISECONDS = 15_000;

/** A variable of `--var`: `name=value`, or the name of an environment variable. The message has no value, which may be secret. */
function variableOf(given: string) {
  const [, key, value = process.env[given]] = /^(\w[\w.]*)(?:=(.*))?$/s.exec(given) ?? [];
  if (key !== undefined && value !== undefined) return {key, value};
  const expected = 'expected <name>=<value>, or the name of an environment variable that is set';
  throw new TracerError(`invalid --var ${given.split('=')[0]}: ${expected}`, 2);
}

/** Of the variables that are not in the arguments, no output has the values, unless they are too short for a secret. */
const hide = (text: string, given: readonly string[]) =>
  given.reduce((left, name) => {
    const {[name]: value = ''} = process.env;
    return value.length > 5 ? left.replaceAll(value, '***') : left;
  }, text);

const specsOf = ({spec}: Definition) => listAt(spec, 'specs');

/** A selector of the request's span, not of spans below it. */
const OF_REQUEST = /^\s*span\s*\[[^[\]]*"Tracetest trigger"[^[\]]*\][^[]*$/;

/** The test with only what needs no trace. */
function withoutTrace(test: Definition): Definition {
  const specs = specsOf(test).filter((one) => OF_REQUEST.test(textAt(one, 'selector')));
  return {...test, spec: {...test.spec, skipTraceCollection: true, specs}};
}

/** The outcome of a test of which the server has no results. */
function ended(verdict: TestOutcome['verdict'], problem: string, page = ''): TestOutcome {
  return {verdict, problems: [problem], page};
}

/** How often a run is asked for once more after an answer that is none, as of a proxy. */
const MOST_REPETITIONS = 3;

/** Stores a test and runs it to its end; `running` has the paths of runs that have not ended, without an id where none is known yet. */
async function runTest(
  api: Api,
  test: Definition,
  {variables, timeout, running}: {variables: object; timeout: string; running: Set<string>},
): Promise<TestOutcome> {
  if (specsOf(test).length === 0) return ended('not checked', 'all its assertions are of spans');
  const stored = await api('PUT', 'tests', {type: 'Test', spec: test.spec});
  if (stored.problem) return ended('not run', stored.problem);
  const starting = `tests/${test.id}/run`;
  running.add(starting);
  const created = await api('POST', starting, {variables});
  running.delete(starting);
  const missing = listAt(created.json, 'missingVariables').flatMap((one) => listAt(one, 'variables'));
  // Not their values, which are those of the last run.
  const names = missing.map((one) => textAt(one, 'key')).join(', ');
  if (names !== '')
    return ended('not run', `missing variables: ${names}; set each with --var <name>=<value>`);
  if (created.problem) return ended('not run', created.problem);
  if (textAt(created.json, 'state') === '')
    throw new TracerError('the server answers with something else than a run: it is not that of tracer');
  const path = `${starting}/${numberAt(created.json, 'id')}`;
  running.add(path);
  const page = path.replace('tests', '/test');
  let run = created.json;
  let repetitions = 0;
  const isFinal = () => FINAL.has(textAt(run, 'state'));
  for (const end = Date.now() + milliseconds(timeout); !isFinal() && Date.now() < end; ) {
    await pause(POLL_MILLISECONDS);
    const polled = await api('GET', path).catch((error: Error) => error);
    if ('json' in polled && !polled.problem) run = polled.json;
    else if (repetitions++ < MOST_REPETITIONS) continue;
    else if (polled instanceof Error) throw polled;
    else {
      await api('POST', `${path}/stop`);
      running.delete(path);
      return ended('not run', polled.problem, page);
    }
  }
  const kept = isFinal() ? '' : (await api('POST', `${path}/stop`)).problem;
  running.delete(path);
  if (isFinal()) return {...outcomeOf(run, test), page};
  const problem = `${kept ? `not stopped (${kept})` : 'stopped'} in state ${textAt(run, 'state')} after ${timeout}; wait longer with --timeout`;
  return ended('failed', problem, page);
}

/** Stops runs; returns what became of them. */
function stopRuns(scope: ScopeOptions, server: string | undefined, paths: readonly string[]) {
  const stop = (api: Api) => async (path: string) => {
    if (path.endsWith('/run')) return `may run on: ${path}`;
    const {problem} = await api('POST', `${path}/stop`).catch(({message}: Error) => ({problem: message}));
    return `${problem ? 'runs on' : 'stopped'}: ${path}`;
  };
  const limit = AbortSignal.timeout(STOP_MILLISECONDS);
  return withServer(scope, server, limit, (api) => Promise.all(paths.map(stop(api)))).catch(() =>
    paths.map((path) => `runs on: ${path}`),
  );
}

/** Runs the tests of files and folders, and prints and returns their results. Throws a `TracerError` when they cannot be run. */
export async function runTests(
  scope: ScopeOptions,
  {args: paths, server, var: given = [], parallel = '1', timeout = DEFAULT_TIMEOUT, ...flags}: TestFlags,
  {progress, say, signal}: Session,
): Promise<TestResult[]> {
  const variables = given.map(variableOf);
  const twice = variables.find(({key}, index) => variables.findIndex((one) => one.key === key) !== index);
  if (twice) throw new TracerError(`the variable ${twice.key} has two values: give it one --var`, 2);
  const context = {variables, timeout, running: new Set<string>()};
  // Otherwise the results of the last run would stay where none of this one are written.
  if (flags.junit !== undefined) await rm(flags.junit, {force: true}).catch(() => undefined);
  const read = await readDefinitions(paths);
  const tests = flags['without-trace'] ? read.map(withoutTrace) : read;
  const urls = tests.map(({spec}) => textAt(spec, 'trigger', 'httpRequest', 'url')).join('\n');
  const doubled = variables.find(({key, value}) => value.endsWith('/') && urls.includes(`{var:${key}}/`));
  if (doubled)
    throw new TracerError(`--var ${doubled.key} ends with "/", which the tests add: leave it out there`, 2);
  const queue = tests.entries();
  const results: TestResult[] = [];
  const runQueue = async (api: Api, url: string) => {
    for (const [index, test] of queue) {
      progress.running(`${test.name} (${index + 1} of ${tests.length})`, true);
      const start = Date.now();
      const outcome = await runTest(api, test, context);
      const {id, name, file} = test;
      const seconds = Math.round((Date.now() - start) / 100) / 10;
      const base = server ? url : url.replace(/:\/\/[^/]+/, '://localhost:11633');
      const page = outcome.page && base + outcome.page;
      const problems = outcome.problems.map((line) => hide(line, given));
      results[index] = {id, name, file, seconds, ...outcome, problems, page};
      progress[SIGNS[outcome.verdict]](linesOf(results[index]).join('\n'));
    }
  };
  const save = async () => {
    if (flags.junit === undefined) return;
    const all = tests.map(
      ({id, name, file}, index) =>
        results[index] ?? {...{id, name, file}, seconds: 0, ...ended('not run', 'the run was interrupted')},
    );
    await writeFile(flags.junit, maskCredentials(junit(all))).catch(({message}: Error) => {
      throw new TracerError(`cannot write the results: ${message}`);
    });
  };
  const failed = new AbortController();
  await withServer(scope, server, AbortSignal.any([signal, failed.signal]), (api, url) =>
    Promise.all(Array.from({length: Number(parallel)}, () => runQueue(api, url))),
  ).catch(async (error: Error) => {
    progress.stop();
    // The other queues end too.
    failed.abort(error);
    const stopped =
      context.running.size > 0 ? await stopRuns(scope, server, [...context.running].sort()) : [];
    await save();
    if (!signal.aborted && stopped.length === 0) throw error;
    throw new TracerError(signal.aborted ? 'interrupted' : error.message, 1, stopped);
  });
  const passed = results.filter(({verdict}) => verdict === 'passed').length;
  say(`${passed} of ${results.length} tests passed`);
  const unchecked = read.flatMap(specsOf).length - tests.flatMap(specsOf).length;
  if (unchecked > 0) say(`not checked without traces: ${unchecked} specs of spans`);
  if (passed < results.length && !server)
    say(`to see the runs: apigen tracer open --port 11633 ${scopeOptions(scope)}`);
  await save();
  return results;
}
