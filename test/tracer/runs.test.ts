import {readFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {testBackend} from '../../plugins/tracer/src/report/connections.ts';
import type {Server} from '../server.ts';
import {type RecordedStack, startRecordedStack} from './recorded-stack.ts';
import {batchingUrl, startBatchingService} from './service.ts';
import {configurationOf, type StackKind} from './stack.ts';

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
async function outcome(api: string, times: readonly number[]): Promise<object> {
  const [id, last] = [`after-${times.join('-')}`, times.at(-1)];
  const trigger = {type: 'http', httpRequest: {url: batchingUrl(times), method: 'GET', headers: []}};
  const specs = [{selector: `span[name="after ${last}"]`, assertions: [`attr:name = "after ${last}"`]}];
  const spec = {id, name: id, trigger, specs: last === undefined ? [] : specs};
  await call(`${api}/tests`, {type: 'Test', spec});
  const run = await call(`${api}/tests/${id}/run`, {});
  for (;;) {
    const {state, result} = await call(`${api}/tests/${id}/run/${run.id}`);
    if (`${state}` === 'FINISHED' || /FAILED|STOPPED/.test(`${state}`))
      return {times, state, passed: Object(result).allPassed};
    await sleep(500);
  }
}

/** Asks the real programs of a kind, or plays what they answered. */
const start = (kind: StackKind): Promise<RecordedStack> =>
  startRecordedStack(
    path.join(import.meta.dirname, 'recordings', `${kind.replaceAll(/\W+/g, '-')}.json`),
    kind,
  );

it.each<[StackKind, ...string[]]>([
  [
    'kindA',
    'recordings/kindA',
    'recordings/first-test',
    'generated/recordings',
    '../tools/processes/test-run/recordings',
  ],
  ['kindA, newer', 'recordings/kindA-newer'],
  ['kindB', 'recordings/kindB'],
  ['kindB with tenants', 'recordings/kindB-with-tenants'],
])(
  'what %s answered was with the configuration that the chart renders, or must be recorded again',
  async (kind, ...files) => {
    const configuration = await configurationOf(kind);
    for (const file of files) {
      const recording = JSON.parse(readFileSync(path.join(import.meta.dirname, `${file}.json`), 'utf8'));
      expect({file, configuration: recording.configuration}).toEqual({file, configuration});
    }
  },
);

/** When a service sends its spans, in milliseconds after the request; SDKs export every 5 s. */
const BATCHES = [[], [0], [6000], [0, 3000], [0, 1500, 5000], [0, 5000]];

describe.each([
  {kind: 'kindA' as const, type: 'jaeger', from: '127.0.0.12:16685'},
  {kind: 'kindB' as const, type: 'tempo', from: '127.0.0.1:9095'},
  {kind: 'kindB with tenants' as const, type: 'tempo', from: 'http://127.0.0.1:3200'},
])('the server with a backend of $kind', ({kind, type, from}) => {
  const name = kind.slice(0, 5);
  let server: RecordedStack;
  let service: Server | undefined;
  let api = '';
  beforeAll(async () => {
    server = await start(kind);
    service = server.stack && (await startBatchingService(server.stack.otlp));
    api = `${server.url}/api`;
  });
  afterAll(async () => {
    service?.close();
    await server?.close();
  });

  it('has the backend that the chart sets, and reports that it reads from it', async () => {
    const {spec} = await call(`${api}/datastores/current`);
    expect(spec).toMatchObject({name, type, default: true});
    expect(await testBackend(api, signal)).toEqual({
      healthy: true,
      message: `the server reads traces of ${name} from ${from}`,
    });
  });

  it('waits with the defaults for the last spans of each run, and survives', async () => {
    const outcomes = BATCHES.map((times) => outcome(api, times));
    const passed = BATCHES.map((times) => ({times, state: 'FINISHED', passed: true}));
    expect(await Promise.all(outcomes)).toEqual(passed);
    expect(await call(`${api}/tests`)).toMatchObject({count: BATCHES.length});
  });
});

it('a Jaeger that the server does not support is reported', async () => {
  const server = await start('kindA, newer');
  try {
    expect(await testBackend(`${server.url}/api`, signal)).toEqual({
      healthy: false,
      message:
        'the server cannot read traces from 127.0.0.12:16685: its test of the backend does not end, as with a backend that answers an unknown trace with an empty result (supported: Jaeger 1.35 to 1.64, 2.0 or 2.1; Grafana Tempo 2)',
    });
  } finally {
    await server.close();
  }
});
