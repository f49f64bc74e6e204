import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {testBackend} from '../../plugins/tracer/src/report/connections.ts';
import {tracerPrograms} from './programs.ts';
import {type Stack, startStack} from './stack.ts';
import {startTarget, type Target} from './target.ts';

const programs = tracerPrograms();
const withPrograms = programs === undefined ? describe.skip : describe;

async function call(url: string, body?: object): Promise<Record<string, unknown>> {
  const json = {'content-type': 'application/json'};
  const request = body && {method: 'POST', headers: json, body: JSON.stringify(body)};
  const response = await fetch(url, request ?? {});
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const answer: Record<string, unknown> = JSON.parse(await response.text());
  return answer;
}

/** Creates a test of a URL, runs it, and returns the state in which the run ends. */
async function stateOfRun(api: string, url: string): Promise<unknown> {
  const trigger = {type: 'http', httpRequest: {url, method: 'GET', headers: []}};
  const spec = {name: url, trigger, specs: []};
  const {spec: created} = await call(`${api}/tests`, {type: 'Test', spec});
  const {id} = Object(created);
  const run = await call(`${api}/tests/${id}/run`, {});
  for (;;) {
    const {state} = await call(`${api}/tests/${id}/run/${run.id}`);
    if (`${state}` === 'FINISHED' || /FAILED|STOPPED/.test(`${state}`)) return state;
    await sleep(500);
  }
}

withPrograms.each([
  {kind: 'kindA' as const, port: 21_633, from: '127.0.0.12:16685'},
  {kind: 'kindB' as const, port: 21_634, from: '127.0.0.1:9095'},
  {kind: 'kindB with tenants' as const, port: 21_636, from: 'http://127.0.0.1:3200'},
])('the server with a backend of $kind', ({kind, port, from}) => {
  const name = kind.split(' ')[0];
  let stack: Stack;
  let target: Target;
  beforeAll(async () => {
    if (programs === undefined) return;
    stack = await startStack(programs, kind, port);
    target = await startTarget(stack.otlp);
  });
  afterAll(async () => {
    target?.close();
    await stack?.stop();
  });

  it('has the backend that the chart sets', async () => {
    const {spec} = await call(`${stack.api}/datastores/current`);
    expect(spec).toMatchObject({name, type: kind === 'kindA' ? 'jaeger' : 'tempo', default: true});
  });

  it('reports that it reads from the backend', async () => {
    expect(await testBackend(stack.api, new AbortController().signal)).toEqual({
      healthy: true,
      message: `the server reads traces of ${name} from ${from}`,
    });
  });

  it.each([
    {name: 'at once', delay: 0},
    {name: 'after 3 s', delay: 3000},
    {name: 'never', delay: 'never' as const},
    {name: 'after 6 s', delay: 6000},
  ])('finishes a run whose span arrives $name, and survives', async ({delay}) => {
    expect(await stateOfRun(stack.api, target.url(delay))).toBe('FINISHED');
    expect(await call(`${stack.api}/tests`)).toMatchObject({count: expect.any(Number)});
  });
});

const newerJaeger = process.env.APIGEN_TEST_JAEGER_UNSUPPORTED;
(programs && newerJaeger ? it : it.skip)(
  'a Jaeger that the server does not support is reported',
  async () => {
    if (programs === undefined || newerJaeger === undefined) return;
    const stack = await startStack({...programs, jaeger: newerJaeger}, 'kindA', 21_635);
    try {
      expect(await testBackend(stack.api, new AbortController().signal)).toEqual({
        healthy: false,
        message:
          'the server cannot read traces from 127.0.0.12:16685: its test of the backend does not end, as with a backend that answers an unknown trace with an empty result (supported: Jaeger 1.35 to 1.64, 2.0 or 2.1; Grafana Tempo 2)',
      });
    } finally {
      await stack.stop();
    }
  },
);
