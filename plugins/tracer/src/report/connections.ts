import {type PodPort, withForwardedPort} from '../cluster/forward.ts';
import {at, parse, textAt} from '../cluster/json.ts';
import type {ReleaseScope} from '../cluster/programs.ts';
import type {ServerAddress} from '../cluster/services.ts';
import type {Workload} from '../cluster/workloads.ts';
import {BACKENDS} from '../options/flags.ts';
import {endpointOf} from '../plan/components.ts';

/** Whether a component reaches what it needs, as it reports itself; null when it could not be asked. */
type Answer = Readonly<{healthy: boolean | null; message: string}>;

type Connection = Answer & {readonly component: 'collector' | 'server'};

/** Port of the collector's own metrics, which its configuration sets. */
const METRICS_PORT = 8888;

/** The server gives up on an unreachable backend after 5 s. */
const ANSWER_MILLISECONDS = 10_000;

/** The longest time for a component, with the time until its port is forwarded. */
const LONGEST_MILLISECONDS = 20_000;

async function request(url: string, signal: AbortSignal, body?: unknown): Promise<string> {
  const post = {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
  const response = await fetch(url, {...(body === undefined ? {} : post), signal});
  if (!response.ok) throw new Error(`${new URL(url).pathname} answers ${response.status}`);
  return response.text();
}

/** The server needs the settings of both clients of Tempo for its test, although it uses one. */
function testable(store: unknown): unknown {
  const tempo = at(store, 'tempo');
  if (tempo === undefined) return store;
  const tls = {insecure: true};
  return {...Object(store), tempo: {grpc: {tls}, http: {tls}, ...Object(tempo)}};
}

/** The first failed step of the server's test of its backend; empty when all passed. */
function failureIn(result: unknown): string {
  const steps = ['portCheck', 'connectivity', 'authentication', 'fetchTraces'].map((one) => at(result, one));
  const failed = steps.find((step) => textAt(step, 'status') === 'failed');
  return textAt(failed, 'error') || textAt(failed, 'message');
}

/**
 * Lets the server test its trace backend, with an unknown trace among others. A backend that answers it with an empty result ends the
 * test in the server without a result, like a test run.
 */
export async function testBackend(api: string, signal: AbortSignal): Promise<Answer> {
  const store = at(parse(await request(`${api}/datastores/current`, signal)), 'spec');
  const endpoint = endpointOf(store);
  const limit = AbortSignal.timeout(ANSWER_MILLISECONDS);
  const limited = AbortSignal.any([signal, limit]);
  const failure = await request(`${api}/config/connection`, limited, testable(store)).then(
    (answer) => failureIn(parse(answer)),
    (error: Error) => {
      if (signal.aborted || !limit.aborted) throw error;
      return `its test of the backend does not end, as with a backend that answers an unknown trace with an empty result (supported: ${BACKENDS.kindA.supported}; ${BACKENDS.kindB.supported})`;
    },
  );
  const message = failure
    ? `the server cannot read traces from ${endpoint}: ${failure}`
    : `the server reads traces of ${textAt(store, 'name')} from ${endpoint}`;
  return {healthy: failure === '', message};
}

/** The sum of a metric over its labels, in Prometheus' text format. */
function sumOf(metrics: string, name: string): number {
  const samples = metrics.matchAll(new RegExp(`^${name}(?:_total)?(?:\\{.*\\})? (\\S+)$`, 'gm'));
  return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Whether the collector delivers spans, from its own metrics. While it retries, a failed export is not counted yet. */
export function deliveryIn(metrics: string): Answer {
  const received = sumOf(metrics, 'otelcol_receiver_accepted_spans');
  const delivered = sumOf(metrics, 'otelcol_exporter_sent_spans');
  const failed = sumOf(metrics, 'otelcol_exporter_send_failed_spans');
  const healthy = received === 0 || delivered > 0;
  const spans = received === 1 ? 'span' : 'spans';
  const numbers = `the collector received ${received} ${spans}, delivered ${delivered} and failed to deliver ${failed}`;
  return {healthy, message: healthy ? numbers : `${numbers}; check --collector-export-endpoint`};
}

/** Asks a component through a forwarded port. Throws only when `signal` is aborted. */
async function ask(
  scope: ReleaseScope,
  component: Connection['component'],
  podPort: PodPort,
  signal: AbortSignal,
  question: (url: string, signal: AbortSignal) => Promise<Answer>,
): Promise<Connection> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MILLISECONDS)]);
  const asked = withForwardedPort(scope, podPort, limited, (url) => question(url, limited));
  const answer = await asked.catch(({message, cause}: Error) => {
    signal.throwIfAborted();
    // The message of `fetch` is always the same.
    const reason = cause instanceof Error ? cause.message : message;
    return {healthy: null, message: `cannot ask the ${component}: ${reason}`};
  });
  return {component, ...answer};
}

/** Asks the collector whether it delivers, and the server whether it reaches its trace backend; those that are ready. */
export function readConnections(
  scope: ReleaseScope,
  workloads: readonly Workload[],
  server: ServerAddress | undefined,
  signal: AbortSignal,
): Promise<Connection[]> {
  const questions = workloads.flatMap(({component, name, healthy}) => {
    if (healthy && component === 'collector') {
      const podPort = {object: `deployment/${name}`, port: METRICS_PORT};
      const delivery = async (url: string, limited: AbortSignal) =>
        deliveryIn(await request(`${url}/metrics`, limited));
      return [ask(scope, component, podPort, signal, delivery)];
    }
    if (!healthy || component !== 'server' || server === undefined) return [];
    const podPort = {object: `service/${server.name}`, port: server.port};
    const api = `${server.path || '/'}api`;
    return [ask(scope, component, podPort, signal, (url, limited) => testBackend(url + api, limited))];
  });
  return Promise.all(questions);
}
