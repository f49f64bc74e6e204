import {pointerTokens} from '../../core/json.ts';
import {inputError} from '../../core/problem.ts';
import {EXTENSION} from '../../core/settings/table.ts';
import {toYaml} from '../../core/yaml.ts';
import {printProblems} from '../../io/print/report.ts';
import type {Terminal} from '../../io/write/output.ts';
import type {Matching} from './matching.ts';
import type {Traffic} from './traffic.ts';

/** The share of requests that a suggested timeout leaves in any case, and how many times as long they may take. */
const [COVERED, MARGIN] = [0.999, 2];

/** Prints an Overlay with a timeout for each route of the description that has durations, in whole seconds; returns the exit code. */
export function suggestTimeouts(traffic: Traffic, {apis}: Matching, terminal: Terminal): number {
  const [{api} = {api: undefined}] = apis;
  const root = api?.routes[0]?.operation.pathItem.location.uri;
  // An operation may have several routes.
  const byPlace = new Map<string, {request_timeout: number; request?: null}>();
  for (const {operation} of api?.routes ?? []) {
    const {uri, pointer} = operation.location;
    const milliseconds = traffic.of(operation)?.durations?.quantile(COVERED);
    if (milliseconds === undefined || uri !== root) continue;
    const seconds = Math.ceil((milliseconds * MARGIN) / 1000);
    const request_timeout = Math.max(1, seconds, byPlace.get(pointer)?.request_timeout ?? 0);
    // Both at one level are an error.
    const other = 'timeouts.request' in operation.settings.values && {request: null};
    byPlace.set(pointer, {request_timeout, ...other});
  }
  const actions = [...byPlace].map(([pointer, timeouts]) => ({
    target: jsonPath(pointer),
    update: {[EXTENSION]: {timeouts}},
  }));
  if (actions.length === 0) {
    printProblems(terminal, [NO_DURATIONS]);
    return 1;
  }
  const info = {title: 'Timeouts from a log', version: '1.0.0'};
  terminal.out(toYaml([{overlay: '1.0.0', info, actions}]));
  return 0;
}

const NO_DURATIONS = inputError(
  'no timeout to suggest: no request with a duration has a route',
  'give a log with durations, such as those of Envoy, Istio, Linkerd, nginx, Traefik or Caddy in JSON',
);

/** The JSONPath of what a JSON pointer leads to. Source: RFC 9535, section 2.7. */
function jsonPath(pointer: string): string {
  const quoted = (token: string) => `['${token.replace(/[\\']/g, '\\$&')}']`;
  return `$${pointerTokens(pointer)
    .map((token) => (/^[A-Za-z_]\w*$/.test(token) ? `.${token}` : quoted(token)))
    .join('')}`;
}
