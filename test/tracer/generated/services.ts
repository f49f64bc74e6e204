import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Server, serve} from '../../server.ts';
import {newSpanId, sendSpan} from '../service.ts';

/** What a service answers to a request. */
interface Row {
  readonly status?: number;
  readonly body?: unknown;
  /** The headers and the body that the request must have; otherwise the answer is 400. */
  readonly takes?: Readonly<Record<string, string>>;
  readonly milliseconds?: number;
  readonly hasError?: boolean;
  /** Paths of the service `stock` that are asked. */
  readonly asks?: readonly string[];
}

export const PORTS = {orders: 28_091, stock: 28_092, untraced: 28_093} as const;

const LOGIN = {authorization: 'Bearer secret'};
const ORDER = {id: 7, tea: 'green'};
const PART = {part: 3};

/** The services `orders` and `stock`, and one that sends no spans, by their requests. Any other request is a 404. */
const SERVICES: Readonly<Record<keyof typeof PORTS, Readonly<Record<string, Row>>>> = {
  orders: {
    'GET /orders': {takes: LOGIN, body: [ORDER, ORDER]},
    'HEAD /orders': {takes: LOGIN},
    'POST /orders': {
      takes: {...LOGIN, 'content-type': 'application/json', body: '{"tea":"king\'s","cups":2}'},
      ...{status: 201, asks: ['/parts', '/parts/3']},
    },
    'GET /orders/7': {takes: LOGIN, body: ORDER},
    'DELETE /orders/7': {takes: LOGIN, status: 204},
    'PUT /orders/7/note': {takes: {...LOGIN, body: 'text=100%25%20hot'}, status: 204},
    'GET /orders/7/parts': {takes: LOGIN, body: {parts: [PART]}, asks: ['/parts/3']},
    'GET /search?tea=green%20%26%20hot': {takes: LOGIN, body: [ORDER]},
    'GET /report': {takes: {...LOGIN, 'x-shop': '50% off'}},
  },
  stock: {
    'GET /parts': {body: [PART]},
    'GET /parts/3': {body: PART},
    'GET /parts/3/label': {body: 'a label'},
    'GET /empty': {body: []},
    'GET /slow': {milliseconds: 1000},
    'GET /wrong-status': {status: 404},
    'GET /error-span': {hasError: true},
    'GET /missing-key': {body: PART},
  },
  untraced: {'GET /parts': {body: [PART]}},
};

/** Starts a service; it sends its spans to an OTLP/HTTP endpoint, if any. */
const startOne = (service: keyof typeof PORTS, otlp: string): Promise<Server> =>
  serve(async (request, response) => {
    const {method = '', url = '', headers} = request;
    const {
      takes = {},
      milliseconds = 1,
      hasError = false,
      asks = [],
      ...row
    }: Row = SERVICES[service][`${method} ${url}`] ?? {status: 404};
    const sent = await text(request);
    const body = sent.startsWith('{') ? JSON.stringify(JSON.parse(sent)) : sent;
    const given: NodeJS.Dict<unknown> = {...headers, body};
    const status = Object.entries(takes).every(([name, value]) => given[name] === value)
      ? (row.status ?? 200)
      : 400;
    const [traceparent, spanId] = [`${headers.traceparent}`, newSpanId()];
    const own = traceparent.replace(/-\w{16}-/, `-${spanId}-`);
    for (const path of asks)
      await fetch(`http://127.0.0.1:${PORTS.stock}${path}`, {headers: {traceparent: own}});
    await sleep(milliseconds);
    response.writeHead(status);
    response.end(typeof row.body === 'string' ? row.body : JSON.stringify(row.body));
    if (otlp === '' || headers.traceparent === undefined) return;
    const [path = ''] = url.split('?');
    const attributes = {
      ...{'http.request.method': method, 'url.path': path, 'http.response.status_code': `${status}`},
    };
    await sendSpan(otlp, traceparent, {name: `${method} ${path}`, service, spanId, milliseconds, attributes});
    if (hasError) await sendSpan(otlp, own, {name: 'SELECT', service, hasError});
  }, PORTS[service]);

/** Starts all services. */
export const startServices = (otlp: string): Promise<Server[]> =>
  Promise.all([startOne('orders', otlp), startOne('stock', otlp), startOne('untraced', '')]);
