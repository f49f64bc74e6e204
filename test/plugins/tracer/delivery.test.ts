import {expect, it} from '@jest/globals';
import {deliversNothing, deliveryIn, deliveryLine} from '../../../plugins/tracer/src/report/delivery.ts';

const RECEIVED = `# TYPE otelcol_receiver_accepted_spans counter
otelcol_receiver_accepted_spans{receiver="otlp",transport="grpc"} 264
otelcol_receiver_accepted_spans{receiver="otlp",transport="http"} 1
`;

it.each([
  {
    name: 'delivers',
    metrics: `${RECEIVED}otelcol_exporter_sent_spans{exporter="otlp_grpc",server_port="4317"} 265\n`,
    want: 'The collector received 265 spans, delivered 265 and failed to deliver 0',
    nothing: false,
  },
  {
    name: 'retries',
    metrics: RECEIVED,
    want: 'The collector received 265 spans, delivered 0 and failed to deliver 0',
    nothing: true,
  },
  {
    name: 'fails',
    metrics: `${RECEIVED}otelcol_exporter_send_failed_spans_total{exporter="otlp_grpc"} 1e+02\n`,
    want: 'The collector received 265 spans, delivered 0 and failed to deliver 100',
    nothing: true,
  },
  {
    name: 'has received nothing',
    metrics: '# no samples yet\n',
    want: 'The collector received 0 spans, delivered 0 and failed to deliver 0',
    nothing: false,
  },
])('a collector that $name', ({metrics, want, nothing}) => {
  const delivery = deliveryIn(metrics);
  expect({line: deliveryLine(delivery), nothing: deliversNothing(delivery)}).toEqual({line: want, nothing});
});
