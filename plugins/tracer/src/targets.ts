import {type BackendKind, defaultOf} from './options.ts';
import type {TextName} from './texts.ts';

/** What decides who sends where. */
export interface Choices {
  readonly kind: BackendKind;
  /** `<host>:<port>` of the trace backend's query service. */
  readonly endpoint: string;
  readonly skipCollector: boolean;
  readonly skipSample: boolean;
  readonly skipBackend: boolean;
  /** OTLP address that the collector is told to export to; empty for the one that follows from the endpoint. */
  readonly exportEndpoint: string;
  /** OTLP address, or URL, that the sample application is told to send to; empty for the collector or the bundled backend. */
  readonly sampleEndpoint: string;
}

/** Who is installed and who sends where; `undefined` for a part that is not installed or has no target. */
export interface Targets {
  readonly backend: (typeof BACKEND_ROWS)[number];
  readonly collectorExportsTo: string | undefined;
  readonly serverExportsTo: string | undefined;
  readonly sampleSendsTo: string | undefined;
}

/**
 * Who takes OTLP. The bundled backend is spelt as in its default endpoint, here and in all that the chart writes: DNS has no case, and
 * only the name of its Service has to be in lower case.
 */
export const COLLECTOR = 'tracer-collector:4317';
export const BUNDLED_BACKEND = 'kindA-query:4317';
/** The sample application speaks OTLP over HTTP. */
export const COLLECTOR_HTTP = 'tracer-collector:4318';
export const BUNDLED_BACKEND_HTTP = 'kindA-query:4318';
const OTLP_PORT = 4317;

interface BackendRow {
  readonly kind: BackendKind;
  readonly ownEndpoint?: boolean;
  readonly skipped?: boolean;
  readonly installed: boolean;
  readonly says: TextName;
}

/** When the kind A backend is installed; the first row that fits counts. With another endpoint it would stand there unused. */
const BACKEND_ROWS: readonly BackendRow[] = [
  {kind: 'kindA', ownEndpoint: false, skipped: false, installed: true, says: 'backendInstalled'},
  {kind: 'kindA', ownEndpoint: false, skipped: true, installed: false, says: 'backendSkipped'},
  {kind: 'kindA', ownEndpoint: true, installed: false, says: 'backendOwn'},
  {kind: 'kindB', installed: false, says: 'backendOwn'},
];

function backendOf({kind, endpoint, skipBackend}: Choices): BackendRow {
  const ownEndpoint = endpoint !== defaultOf('trace-backend-endpoint');
  const row = BACKEND_ROWS.find(
    (candidate) =>
      candidate.kind === kind &&
      (candidate.ownEndpoint ?? ownEndpoint) === ownEndpoint &&
      (candidate.skipped ?? skipBackend) === skipBackend,
  );
  if (!row) throw new TypeError(`no row for ${kind}`);
  return row;
}

/**
 * Who sends where. The endpoint is a query address and takes no OTLP, so a backend that is not bundled is sent to on port 4317 of the
 * same host, unless another target is given.
 */
export function targetsOf(choices: Choices): Targets {
  const backend = backendOf(choices);
  const host = choices.endpoint.slice(0, choices.endpoint.lastIndexOf(':'));
  const behindCollector =
    choices.exportEndpoint || (backend.installed ? BUNDLED_BACKEND : `${host}:${OTLP_PORT}`);
  const withoutCollector = backend.installed ? BUNDLED_BACKEND_HTTP : undefined;
  const inRelease = choices.skipCollector ? withoutCollector : COLLECTOR_HTTP;
  return {
    backend,
    collectorExportsTo: choices.skipCollector ? undefined : behindCollector,
    serverExportsTo: choices.skipCollector ? undefined : COLLECTOR,
    sampleSendsTo: choices.skipSample ? undefined : choices.sampleEndpoint || inRelease,
  };
}
