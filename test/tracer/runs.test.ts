import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {testBackend} from '../../plugins/tracer/src/report/connections.ts';
import {have} from './programs.ts';
import {type Stack, startStack} from './stack.ts';
import {startTarget, type Target} from './target.ts';

const SERVER = ['server', 'collector'] as const;
const {signal} = new AbortController();

async function call(url: string, body?: object): Promise<Record<string, unknown>> {
  const json = {'content-type': 'application/json'};
  const request = body && {method: 'POST', headers: json, body: JSON.stringify(body)};
  const response = await fetch(url, request ?? {});
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const answer: Record<string, unknown> = JSON.parse(await response.text());
  return answer;
}

/** Creates a test of a URL with an assertion on a span, runs it, and returns how the run ends. */
async function outcome(api: string, url: string, span?: string): Promise<object> {
  const trigger = {type: 'http', httpRequest: {url, method: 'GET', headers: []}};
  const specs = [{selector: `span[name="${span}"]`, assertions: [`attr:name = "${span}"`]}];
  const spec = {name: url, trigger, specs: span === undefined ? [] : specs};
  const {spec: created} = await call(`${api}/tests`, {type: 'Test', spec});
  const {id} = Object(created);
  const run = await call(`${api}/tests/${id}/run`, {});
  for (;;) {
    const {state, result} = await call(`${api}/tests/${id}/run/${run.id}`);
    if (`${state}` === 'FINISHED' || /FAILED|STOPPED/.test(`${state}`))
      return {state, passed: Object(result).allPassed};
    await sleep(500);
  }
}

/** When a service sends its spans, in milliseconds after the request; SDKs export every 5 s. */
const BATCHES = [[], [0], [6000], [0, 3000], [0, 1500, 5000], [0, 5000]];

describe.each([
  {kind: 'kindA' as const, backend: 'jaeger' as const, port: 21_633, from: '127.0.0.12:16685'},
  {kind: 'kindB' as const, backend: 'tempo' as const, port: 21_634, from: '127.0.0.1:9095'},
  {
    kind: 'kindB with tenants' as const,
    backend: 'tempo' as const,
    port: 21_636,
    from: 'http://127.0.0.1:3200',
  },
])('the server with a backend of $kind', ({kind, backend, port, from}) => {
  const withPrograms = have(...SERVER, backend) ? it : it.skip;
  const name = kind.slice(0, 5);
  let stack: Stack;
  let target: Target;
  beforeAll(async () => {
    if (withPrograms === it.skip) return;
    stack = await startStack(kind, port);
    target = await startTarget(stack.otlp);
  });
  afterAll(async () => {
    target?.close();
    await stack?.stop();
  });

  withPrograms('has the backend that the chart sets, and reports that it reads from it', async () => {
    const {spec} = await call(`${stack.api}/datastores/current`);
    expect(spec).toMatchObject({name, type: backend, default: true});
    expect(await testBackend(stack.api, signal)).toEqual({
      healthy: true,
      message: `the server reads traces of ${name} from ${from}`,
    });
  });

  withPrograms('waits with the defaults for the last spans of each run, and survives', async () => {
    const outcomes = BATCHES.map(async (times) => {
      const last = times.at(-1);
      const span = last === undefined ? undefined : `after ${last}`;
      return {times, ...(await outcome(stack.api, target.url(times), span))};
    });
    const passed = BATCHES.map((times) => ({times, state: 'FINISHED', passed: true}));
    expect(await Promise.all(outcomes)).toEqual(passed);
    expect(await call(`${stack.api}/tests`)).toMatchObject({count: BATCHES.length});
  });
});

(have(...SERVER, 'newerJaeger') ? it : it.skip)(
  'a Jaeger that the server does not support is reported',
  async () => {
    const stack = await startStack('kindA, newer', 21_635);
    try {
      expect(await testBackend(stack.api, signal)).toEqual({
        healthy: false,
        message:
          'the server cannot read traces from 127.0.0.12:16685: its test of the backend does not end, as with a backend that answers an unknown trace with an empty result (supported: Jaeger 1.35 to 1.64, 2.0 or 2.1; Grafana Tempo 2)',
      });
    } finally {
      await stack.stop();
    }
  },
);
