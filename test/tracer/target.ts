import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

/** An HTTP service under test, which sends its spans in batches. */
export interface Target {
  /** Its URL; the times in milliseconds at which a span called `after <time>` is sent. */
  readonly url: (times: readonly number[]) => string;
  readonly close: () => void;
}

function spanOf(traceparent: string, name: string): object {
  const [, traceId = '', parentSpanId = ''] = traceparent.split('-');
  const now = BigInt(Date.now()) * 1_000_000n;
  const span = {
    ...{traceId, parentSpanId, spanId: randomBytes(8).toString('hex'), name, kind: 2},
    ...{startTimeUnixNano: `${now}`, endTimeUnixNano: `${now + 1_000_000n}`},
  };
  const attributes = [{key: 'service.name', value: {stringValue: 'target'}}];
  return {resourceSpans: [{resource: {attributes}, scopeSpans: [{spans: [span]}]}]};
}

/** Starts the service; it sends its spans to an OTLP/HTTP endpoint such as `http://127.0.0.1:4318`. */
export async function startTarget(otlp: string, ownPort = 0): Promise<Target> {
  const send = async (time: string, traceparent: string) => {
    await sleep(Number(time));
    await fetch(`${otlp}/v1/traces`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(spanOf(traceparent, `after ${time}`)),
    });
  };
  const server = createServer(({url = '', headers: {traceparent}}, response) => {
    for (const time of url.split('/').filter(Boolean)) void send(time, `${traceparent}`);
    response.end('ok');
  }).listen(ownPort, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {url: (times) => `http://127.0.0.1:${port}/${times.join('/')}`, close: () => server.close()};
}
