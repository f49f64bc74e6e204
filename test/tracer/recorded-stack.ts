import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {text} from 'node:stream/consumers';
import {serve} from '../server.ts';
import {type CliOptions, type CliRun, runCli} from '../start-cli.ts';
import {have, type TracerProgram} from './programs.ts';
import {BACKENDS, configurationOf, type Stack, type StackKind, startStack} from './stack.ts';

interface Answer {
  /** 0 when the client gave up before there was an answer. */
  readonly status: number;
  readonly body: unknown;
}

interface Recording {
  /** What `configurationOf` gave. */
  readonly configuration: string;
  readonly answers: Record<string, Answer[]>;
}

/** A server whose answers are recorded. */
export interface RecordedStack {
  readonly url: string;
  /** The real programs, which are asked; without them the recorded answers are played. */
  readonly stack: Stack | undefined;
  /** The requests until now, such as `GET /api/tests`, and those that were not recorded. */
  readonly requests: string[];
  readonly refused: string[];
  readonly close: () => Promise<void>;
}

/** What is not read, and differs from run to run. */
const UNREAD =
  /^(resolvedTrigger|triggerResult|tree|linter|requiredGatesResult|structure|attributes|variableSet|traceId|spanId|.*At|.*Time|kind|trigger|specs|time)$/;

/** Of the spans of a trace, only their names are read. */
const byName = (spans: readonly {readonly name: string}[]) =>
  Object.fromEntries(
    spans.map(({name}) => [name, {name}] as const).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

async function ask({api}: Stack, method: string, url: string, body: string): Promise<Answer> {
  const headers = {'content-type': 'application/json', 'x-tracetest-augmented': 'true'};
  const request = {method, headers, ...(body === '' ? {} : {body})};
  const response = await fetch(api.replace('/api', url), request);
  const found = (await response.text()).trim();
  const read = (key: string, value: object) =>
    UNREAD.test(key) ? undefined : key === 'flat' ? byName(Object.values(value)) : value;
  return {status: response.status, body: found.startsWith('{') ? JSON.parse(found, read) : found};
}

/** The same for all answers about a run until its state changes. */
const stateOf = ({body}: Answer): string => Object(body).state ?? JSON.stringify(body);

/**
 * Starts a server that plays the recorded answers of the real one, and refuses what was not recorded. With the real programs in the
 * environment it asks them instead, and records their answers again.
 */
export async function startRecordedStack(
  file: string,
  kind: StackKind,
  ...more: readonly TracerProgram[]
): Promise<RecordedStack> {
  const real = have('server', 'collector', BACKENDS[kind].program, ...more);
  const stack = real ? await startStack(kind) : undefined;
  const {configuration, answers: recorded}: Recording = real
    ? {configuration: await configurationOf(kind), answers: {}}
    : JSON.parse(readFileSync(file, 'utf8'));
  const requests: string[] = [];
  const refused: string[] = [];
  const play = (key: string): Answer => {
    const answers = recorded[key] ?? [];
    // The last answer stays.
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) refused.push(key);
    return answer ?? {status: 500, body: `not recorded: ${key}`};
  };
  const record = (key: string, answer: Answer): Answer => {
    const answers = recorded[key] ?? [];
    const last = answers.at(-1);
    const unchanged = key.startsWith('GET') && last && stateOf(last) === stateOf(answer);
    recorded[key] = [...(unchanged ? answers.slice(0, -1) : answers), answer];
    return answer;
  };
  const {url: own, close: closeServer} = await serve(async (request, response) => {
    const {method = ''} = request;
    // The path prefix of a server in a cluster.
    const url = (request.url ?? '').replace(/^\/tools\//, '/');
    requests.push(`${method} ${url}`);
    const body = await text(request);
    const digest = createHash('sha256').update(body).digest('hex').slice(0, 8);
    const key = body === '' ? `${method} ${url}` : `${method} ${url} ${digest}`;
    const closed = once(response, 'close').then(() => ({status: 0, body: ''}));
    const answer = stack
      ? record(key, await Promise.race([ask(stack, method, url, body), closed]))
      : play(key);
    if (answer.status === 0) return;
    response.writeHead(answer.status);
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  const close = async () => {
    closeServer();
    if (!stack) return;
    await stack.stop();
    const lines = Object.entries(recorded).map(
      ([key, answers]) => `    ${JSON.stringify(key)}: ${JSON.stringify(answers)}`,
    );
    writeFileSync(
      file,
      `{\n  "configuration": "${configuration}",\n  "answers": {\n${lines.join(',\n')}\n  }\n}\n`,
    );
  };
  return {url: own, stack, requests, refused, close};
}

/** An output with `http://tracer` for the server, and without times. */
export const untimed = (output: string, {url}: RecordedStack): string =>
  output
    .replaceAll(url, 'http://tracer')
    .replaceAll(/\d+(\.\d+)? s\)/g, '… s)')
    .replaceAll(/("seconds": |time=")[\d.]+/g, '$1…');

/** Runs a command line in which `http://tracer` is the server. */
export async function runWith(
  server: RecordedStack,
  args: readonly string[],
  options?: CliOptions,
): Promise<CliRun> {
  const given = args.map((arg) => arg.replace('http://tracer', server.url));
  const {status, stdout, stderr} = await runCli(given, options);
  return {status, stdout: untimed(stdout, server), stderr: untimed(stderr, server)};
}
