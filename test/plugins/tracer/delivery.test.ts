import {expect, it} from '@jest/globals';
import {deliveryIn} from '../../../plugins/tracer/src/report/connections.ts';

const RECEIVED = `# TYPE otelcol_receiver_accepted_spans counter
otelcol_receiver_accepted_spans{receiver="otlp",transport="grpc"} 264
otelcol_receiver_accepted_spans{receiver="otlp",transport="http"} 1
`;

it.each([
  {
    name: 'delivers',
    metrics: `${RECEIVED}otelcol_exporter_sent_spans{exporter="otlp_grpc",server_port="4317"} 265\n`,
    healthy: true,
    message: 'the collector received 265 spans, delivered 265 and failed to deliver 0',
  },
  {
    name: 'has received one span',
    metrics: 'otelcol_receiver_accepted_spans 1\notelcol_exporter_sent_spans 1\n',
    healthy: true,
    message: 'the collector received 1 span, delivered 1 and failed to deliver 0',
  },
  {
    name: 'retries',
    metrics: RECEIVED,
    healthy: false,
    message:
      'the collector received 265 spans, delivered 0 and failed to deliver 0; check --collector-export-endpoint',
  },
  {
    name: 'fails',
    metrics: `${RECEIVED}otelcol_exporter_send_failed_spans_total{exporter="otlp_grpc"} 1e+02\n`,
    healthy: false,
    message:
      'the collector received 265 spans, delivered 0 and failed to deliver 100; check --collector-export-endpoint',
  },
  {
    name: 'has received nothing',
    metrics: '# no samples yet\n',
    healthy: true,
    message: 'the collector received 0 spans, delivered 0 and failed to deliver 0',
  },
])('a collector that $name', ({metrics, healthy, message}) => {
  expect(deliveryIn(metrics)).toEqual({healthy, message});
});
