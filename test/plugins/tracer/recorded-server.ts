import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {text} from 'node:stream/consumers';
import {pathOf} from '../../tracer/programs.ts';
import {startStack} from '../../tracer/stack.ts';
import {startTarget} from '../../tracer/target.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The port of the service under test, which is in the recordings. */
const TARGET_PORT = 28_090;

/** What the commands do not read. */
const UNREAD =
  /^(resolvedTrigger|triggerResult|tree|linter|requiredGatesResult|structure|attributes|variableSet|traceId|spanId|.*At|.*Time|kind|trigger|specs|time)$/;

/** Starts the real server, and a service that sends its spans. */
async function startReal() {
  const stack = await startStack('kindA', 21_638);
  const target = await startTarget(stack.otlp, TARGET_PORT);
  const ask = async (method: string, url: string, body: string): Promise<Answer> => {
    const headers = {'content-type': 'application/json', 'x-tracetest-augmented': 'true'};
    const request = {method, headers, ...(body === '' ? {} : {body})};
    const response = await fetch(stack.api.replace('/api', url), request);
    const found = (await response.text()).trim();
    const read = (key: string, value: unknown) => (UNREAD.test(key) ? undefined : value);
    return {status: response.status, body: found.startsWith('{') ? JSON.parse(found, read) : found};
  };
  const stop = async () => {
    target.close();
    await stack.stop();
  };
  return {ask, stop};
}

/**
 * Starts a server that plays the recorded answers of the real one, and refuses what was not recorded. With the programs of
 * `npm run test:tracer` it asks the real server, and records its answers.
 */
export async function startRecordedServer(file: string) {
  const real = pathOf('server') === '' ? undefined : await startReal();
  const recorded: Record<string, Answer[]> = real ? {} : JSON.parse(readFileSync(file, 'utf8'));
  const refused: string[] = [];
  const answerTo = async (method: string, url: string, body: string): Promise<Answer> => {
    const digest = createHash('sha256').update(body).digest('hex').slice(0, 8);
    const key = body === '' ? `${method} ${url}` : `${method} ${url} ${digest}`;
    const answers = recorded[key] ?? [];
    if (real) {
      const answer = await real.ask(method, url, body);
      const unchanged = method === 'GET' && JSON.stringify(answer) === JSON.stringify(answers.at(-1));
      recorded[key] = unchanged ? answers : [...answers, answer];
      return answer;
    }
    // The last answer stays.
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) refused.push(key);
    return answer ?? {status: 500, body: `not recorded: ${key}`};
  };
  const server = createServer(async (request, response) => {
    const {method = '', url = ''} = request;
    // The path prefix of a server in a cluster.
    const {status, body} = await answerTo(method, url.replace(/^\/tools\//, '/'), await text(request));
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = async () => {
    server.close();
    server.closeAllConnections();
    if (!real) return;
    await real.stop();
    const lines = Object.entries(recorded).map(
      ([key, answers]) => `  ${JSON.stringify(key)}: ${JSON.stringify(answers)}`,
    );
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  };
  return {url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, refused, close};
}
