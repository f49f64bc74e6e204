import {expect, it} from '@jest/globals';
import {deliveryIn} from '../../../plugins/tracer/src/report/connections.ts';

const [RECEIVED, SENT, FAILED] = ['receiver_accepted', 'exporter_sent', 'exporter_send_failed'].map(
  (what) => `otelcol_${what}_spans`,
);
const BOTH = `# TYPE ${RECEIVED} counter
${RECEIVED}{receiver="otlp",transport="grpc"} 264
${RECEIVED}{receiver="otlp",transport="http"} 1
`;
const CHECK = '; check --collector-export-endpoint';

it.each<[name: string, metrics: string, healthy: boolean, counts: string]>([
  [
    'delivers',
    `${BOTH}${SENT}{exporter="otlp_grpc"} 265`,
    true,
    '265 spans, delivered 265 and failed to deliver 0',
  ],
  ['has one span', `${RECEIVED} 1\n${SENT} 1`, true, '1 span, delivered 1 and failed to deliver 0'],
  ['retries', BOTH, false, `265 spans, delivered 0 and failed to deliver 0${CHECK}`],
  [
    'fails',
    `${BOTH}${FAILED}_total{} 1e+02`,
    false,
    `265 spans, delivered 0 and failed to deliver 100${CHECK}`,
  ],
  ['has nothing', '# no samples', true, '0 spans, delivered 0 and failed to deliver 0'],
])('a collector that %s', (_, metrics, healthy, counts) => {
  expect(deliveryIn(`${metrics}\n`)).toEqual({healthy, message: `the collector received ${counts}`});
});
