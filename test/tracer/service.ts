import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Server, serve} from '../server.ts';

/** The port of the service that sends its spans in batches, which is in the recordings. */
const BATCHING_PORT = 28_090;

/** Its URL; the times in milliseconds at which a span called `after <time>` is sent. */
export const batchingUrl = (times: readonly number[] = []): string =>
  `http://127.0.0.1:${BATCHING_PORT}/${times.join('/')}`;

export interface SentSpan {
  readonly name: string;
  readonly service?: string;
  readonly spanId?: string;
  readonly milliseconds?: number;
  readonly hasError?: boolean;
  readonly attributes?: Readonly<Record<string, string>>;
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, stringValue]) => ({key, value: {stringValue}}));

/** Sends the span of a server below that of its client to an OTLP/HTTP endpoint such as `http://127.0.0.1:4318`. */
export async function sendSpan(otlp: string, traceparent: string, sent: SentSpan): Promise<void> {
  const {name, service = 'target', milliseconds = 1, hasError = false, attributes = {}} = sent;
  const [, traceId = '', parentSpanId = ''] = traceparent.split('-');
  const now = BigInt(Date.now()) * 1_000_000n;
  const span = {
    ...{traceId, parentSpanId, spanId: sent.spanId ?? newSpanId(), name, kind: 2},
    ...{startTimeUnixNano: `${now - BigInt(milliseconds) * 1_000_000n}`, endTimeUnixNano: `${now}`},
    ...{attributes: attributesOf(attributes), status: {code: hasError ? 2 : 0}},
  };
  const resource = {attributes: attributesOf({'service.name': service})};
  await fetch(`${otlp}/v1/traces`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({resourceSpans: [{resource, scopeSpans: [{spans: [span]}]}]}),
  });
}

export const newSpanId = (): string => randomBytes(8).toString('hex');

/** Starts a service that sends its spans in batches. */
export function startBatchingService(otlp: string): Promise<Server> {
  const send = async (time: string, traceparent: string) => {
    await sleep(Number(time));
    await sendSpan(otlp, traceparent, {name: `after ${time}`});
  };
  return serve(({url = '', headers: {traceparent}}, response) => {
    for (const time of url.split('/').filter(Boolean)) void send(time, `${traceparent}`);
    response.end('ok');
  }, BATCHING_PORT);
}
