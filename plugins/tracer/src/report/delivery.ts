/** The sum of a metric over its labels, in Prometheus' text format. */
function sumOf(metrics: string, name: string): number {
  const samples = metrics.matchAll(new RegExp(`^${name}(?:_total)?(?:\\{.*\\})? (\\S+)$`, 'gm'));
  return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Whether the collector delivers spans, from its own metrics. While it retries, a failed export is not counted yet. */
export function deliveryIn(metrics: string): {readonly healthy: boolean; readonly message: string} {
  const received = sumOf(metrics, 'otelcol_receiver_accepted_spans');
  const delivered = sumOf(metrics, 'otelcol_exporter_sent_spans');
  const failed = sumOf(metrics, 'otelcol_exporter_send_failed_spans');
  const healthy = received === 0 || delivered > 0;
  const spans = received === 1 ? 'span' : 'spans';
  const numbers = `the collector received ${received} ${spans}, delivered ${delivered} and failed to deliver ${failed}`;
  return {healthy, message: healthy ? numbers : `${numbers}; check --collector-export-endpoint`};
}
