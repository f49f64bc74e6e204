import {mapsOf, ownValue, parseJsonMap} from '../../core/base/json.ts';
import {inputError, inputNote, type Problem} from '../../core/base/problem.ts';
import {counted, grouped, quote} from '../../core/base/quote.ts';
import {announceWait} from '../announce-wait.ts';
import {printProblems} from '../print/problems.ts';
import {sendDirectly, withoutCredentials} from '../read/remote-document.ts';
import {toUnreachable, UnreadableSource} from '../system-error.ts';
import {reportFailure, type Terminal} from '../write/output.ts';
import {requestOfFields} from './access-log.ts';
import {SPAN_FORMATS} from './formats.ts';
import {leftOutProblems} from './read-traffic.ts';
import type {Traffic} from './traffic.ts';

/** The server spans of a service, and where the HTTP API of Jaeger or Tempo has its traces. */
export interface Traces {
  readonly address: string;
  readonly service: string;
}

/** How many traces are asked for. Jaeger sends whole traces, of which each has the spans of all services. */
const MAX_TRACES = 1500;

/** How far back traces are asked for: as Jaeger's page does by default. */
const SECONDS_BACK = 2 * 24 * 3600;

/**
 * Counts the requests of the newest traces of a service by route. Prints what is not read.
 *
 * @returns false, after an error, where the traces cannot be read or none has requests
 */
export async function readTraces({address, service}: Traces, traffic: Traffic, terminal: Terminal) {
  try {
    const {spans, traces} = await announceWait(address, serverSpans(address, service));
    for (const span of spans)
      traffic.add(
        requestOfFields((field) => span[field], SPAN_FORMATS),
        () => '',
      );
    printProblems(terminal, traceProblems(traffic, service, traces));
  } catch (error) {
    reportFailure(address, error, terminal);
    return false;
  }
  return traffic.requests > 0;
}

function traceProblems(traffic: Traffic, service: string, traces: number): Problem[] {
  const {requests, otherHosts, unread} = traffic;
  const hint = 'expected server spans with `http.request.method` and `url.path`, or with their older names';
  const none = `no requests in the traces of the service ${quote(service)}`;
  if (requests + otherHosts === 0) return [inputError(none, `check \`--service\`; ${hint}`)];
  const others = `${counted(unread, 'server span has', 'server spans have')} no method or path`;
  const newest = `only the newest ${grouped(traces)} traces were read`;
  return [
    ...leftOutProblems(traffic),
    ...(unread > 0 ? [inputNote(others, hint)] : []),
    ...(traces >= MAX_TRACES ? [{code: 'input', severity: 'note', message: newest} as const] : []),
  ];
}

/** The attributes of a span by their names, and its duration. */
type Span = Readonly<Record<string, unknown>>;

/** Asks Jaeger, and Tempo where that path is unknown. Sources: Jaeger, APIs, HTTP JSON; Tempo, HTTP API, search. */
async function serverSpans(address: string, service: string) {
  const end = Math.ceil(Date.now() / 1000);
  const start = end - SECONDS_BACK;
  const limit = MAX_TRACES;
  const answer = await get(address, 'traces', {service, limit, start: start * 1e6, end: end * 1e6});
  const q = `{resource.service.name=${JSON.stringify(service)} && kind=server} | select(${TEMPO_ATTRIBUTES})`;
  const last =
    answer.status === 404 ? await get(address, 'search', {q, limit, spss: 100, start, end}) : answer;
  const text = await last.text();
  if (!last.ok) throw new UnreadableSource(`the server responded with HTTP ${last.status}`, CHECK_ADDRESS);
  const body = parseJsonMap(text);
  const {data, traces} = body ?? {};
  if (Array.isArray(data))
    return {spans: data.flatMap((trace) => jaegerSpans(trace, service)), traces: data.length};
  if (Array.isArray(traces)) return {spans: traces.flatMap(tempoSpans), traces: traces.length};
  throw new UnreadableSource('neither the HTTP API of Jaeger nor that of Tempo', CHECK_ADDRESS);
}

const CHECK_ADDRESS =
  'check the address, such as http://localhost:16686 of Jaeger, or http://localhost:3200 of Tempo';

async function get(address: string, path: string, query: Record<string, string | number>): Promise<Response> {
  const {address: url, headers} = withoutCredentials(new URL(address));
  url.pathname = `${url.pathname.replace(/\/$/, '')}/api/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  try {
    return await sendDirectly(url, {headers, signal: AbortSignal.timeout(60_000)});
  } catch (error) {
    throw toUnreachable(error);
  }
}

/** A trace of Jaeger has the spans of all services; durations are in microseconds. */
function jaegerSpans(trace: unknown, service: string): Span[] {
  const processes = ownValue(trace, 'processes');
  return mapsOf(ownValue(trace, 'spans')).flatMap(({processID, tags, duration}) => {
    const process = ownValue(processes, String(processID));
    const attributes = Object.fromEntries(mapsOf(tags).map(({key, value}) => [key, value]));
    const isServer = attributes['span.kind'] === 'server' && ownValue(process, 'serviceName') === service;
    return isServer ? [{...attributes, milliseconds: Number(duration) / 1000}] : [];
  });
}

/** Tempo sends the spans and attributes that were asked for; the text `nil` is one that a span does not have. */
function tempoSpans(trace: unknown): Span[] {
  const spans = mapsOf(ownValue(trace, 'spanSets')).flatMap((set) => mapsOf(set.spans));
  return spans.map(({attributes, durationNanos}) => {
    const known = mapsOf(attributes)
      .map(({key, value}) => [key, ...Object.values(value ?? {})])
      .filter(([, value]) => value !== 'nil');
    return {...Object.fromEntries(known), milliseconds: Number(durationNanos) / 1e6};
  });
}

const TEMPO_ATTRIBUTES = SPAN_FORMATS.flatMap(({methods, targets, status, reasons = []}) =>
  [...methods, ...targets, ...status, ...reasons].map((name) => `span.${name}`),
).join(', ');
