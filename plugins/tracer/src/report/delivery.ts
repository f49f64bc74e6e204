import {readObjects} from '../cluster/objects.ts';
import {kubectl, type ReleaseScope} from '../cluster/programs.ts';

/** Numbers of spans since the collector started. */
export interface Delivery {
  readonly received: number;
  readonly delivered: number;
  readonly failed: number;
}

/** Port of the collector's own metrics, which its configuration sets. */
const METRICS_PORT = 8888;

/** The sum of a metric over its labels. */
function sumOf(metrics: string, name: string): number {
  const samples = metrics.matchAll(new RegExp(`^${name}(?:_total)?(?:\\{.*\\})? (\\S+)$`, 'gm'));
  return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Reads the numbers from the collector's metrics, in Prometheus' text format. */
export function deliveryIn(metrics: string): Delivery {
  return {
    received: sumOf(metrics, 'otelcol_receiver_accepted_spans'),
    delivered: sumOf(metrics, 'otelcol_exporter_sent_spans'),
    failed: sumOf(metrics, 'otelcol_exporter_send_failed_spans'),
  };
}

/** Reads the collector's metrics through the API server; null without a collector, or when they cannot be read. */
export async function readDelivery(scope: ReleaseScope, signal: AbortSignal): Promise<Delivery | null> {
  const selector = `${scope.selector},app.kubernetes.io/component=collector`;
  const [pod] = await readObjects(scope, 'pods', signal, selector);
  if (pod === undefined) return null;
  const path = `/api/v1/namespaces/${scope.namespace}/pods/${pod.name}:${METRICS_PORT}/proxy/metrics`;
  const answer = await kubectl(scope, ['get', '--raw', path], {signal});
  return answer.status === 0 ? deliveryIn(answer.stdout) : null;
}

/** Whether the collector receives spans but none arrive: while it retries, a failed export is not counted yet. */
export const deliversNothing = (delivery: Delivery | null): boolean =>
  delivery !== null && delivery.received > 0 && delivery.delivered === 0;

/** The numbers as a line for the user. */
export function deliveryLine({received, delivered, failed}: Delivery): string {
  return `The collector received ${received} spans, delivered ${delivered} and failed to deliver ${failed}`;
}
