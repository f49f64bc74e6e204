import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

/** An HTTP service under test, which sends a span for each request. */
export interface Target {
  /** Its URL; `delay` is the time in milliseconds until the span is sent, or `never`. */
  readonly url: (delay: number | 'never') => string;
  readonly close: () => void;
}

function spanOf(traceparent: string): object {
  const [, traceId = '', parentSpanId = ''] = traceparent.split('-');
  const now = BigInt(Date.now()) * 1_000_000n;
  const span = {
    ...{traceId, parentSpanId, spanId: randomBytes(8).toString('hex'), name: 'GET /', kind: 2},
    ...{startTimeUnixNano: `${now}`, endTimeUnixNano: `${now + 1_000_000n}`},
  };
  const attributes = [{key: 'service.name', value: {stringValue: 'target'}}];
  return {resourceSpans: [{resource: {attributes}, scopeSpans: [{spans: [span]}]}]};
}

/** Starts the service; it sends its spans to an OTLP/HTTP endpoint such as `http://127.0.0.1:4318`. */
export async function startTarget(otlp: string): Promise<Target> {
  const send = async (delay: number, traceparent: string) => {
    await sleep(delay);
    await fetch(`${otlp}/v1/traces`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(spanOf(traceparent)),
    });
  };
  const server = createServer((request, response) => {
    const delay = Number(request.url?.slice(1));
    const {traceparent} = request.headers;
    if (typeof traceparent === 'string' && !Number.isNaN(delay)) void send(delay, traceparent);
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {url: (delay) => `http://127.0.0.1:${port}/${delay}`, close: () => server.close()};
}
