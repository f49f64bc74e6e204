import {pointerTokens} from '../../core/base/json.ts';
import {inputError, inputNote, type Problem} from '../../core/base/problem.ts';
import {counted, grouped} from '../../core/base/quote.ts';
import {toYaml} from '../../core/kubernetes/yaml.ts';
import {EXTENSION} from '../../core/settings/table.ts';
import {DURATION_FIELDS} from '../../io/log/formats.ts';
import {type RouteTraffic, type Traffic, threeDigits} from '../../io/log/traffic.ts';
import {printProblems} from '../../io/print/problems.ts';
import type {MatchedApi} from '../../io/run/generate/read-apis.ts';
import type {Terminal} from '../../io/write/output.ts';

/** The share of requests that a suggested timeout leaves in any case, and how many times as long they may take. */
const [COVERED, MARGIN] = [0.999, 2];

/**
 * Prints an Overlay with a timeout for each route of the descriptions that has durations, in whole seconds, and none below the time after
 * which a request was cut; returns the exit code.
 */
export function suggestTimeouts(traffic: Traffic, apis: readonly MatchedApi[], terminal: Terminal): number {
  const roots = apis.map(({routes: [first]}) => first?.operation.pathItem.location.uri);
  const routes = apis.flatMap((api) => api.routes);
  const measured = routes.flatMap(({operation, path}) => {
    const ofRoute = traffic.of({operation});
    const isShown = ofRoute.cut > 0 || ofRoute.durations;
    return isShown ? [{operation, ofRoute, name: `${operation.method} ${path}`}] : [];
  });
  const here = measured.filter(({operation}) => roots.includes(operation.location.uri));
  // Several routes may be at one place, and what is not known of one is not known there.
  const byPlace = new Map<string, {request_timeout: number; request?: null}>();
  for (const {operation, ofRoute} of here) {
    const {pointer} = operation.location;
    const covered = ofRoute.durations?.quantile(COVERED) ?? 0;
    const least = Math.max(covered * MARGIN, threeDigits(ofRoute.longestCut), 1000);
    const request_timeout = Math.max(Math.ceil(least / 1000), byPlace.get(pointer)?.request_timeout ?? 0);
    // Both at one level are an error.
    const other = 'timeouts.request' in operation.settings.values && {request: null};
    byPlace.set(pointer, {...byPlace.get(pointer), request_timeout, ...other});
  }
  const notes = here
    .filter(({ofRoute}) => ofRoute.cut > 0)
    .map(({operation, ofRoute, name}) =>
      cutNote(ofRoute, name, byPlace.get(operation.location.pointer)?.request_timeout),
    );
  const [other] = measured.filter((one) => !here.includes(one));
  if (other) notes.push(otherDocumentNote(measured.length - here.length, other.name));
  const shared = [...byPlace.keys()].filter(
    (place) =>
      new Set(routes.flatMap(({operation: {location}}) => (location.pointer === place ? location.uri : [])))
        .size > 1,
  );
  const [first] = shared;
  if (first !== undefined) notes.push(sharedTargetNote(shared.length, jsonPath(first)));
  const actions = [...byPlace]
    .filter(([, {request_timeout}]) => request_timeout !== Number.POSITIVE_INFINITY)
    .map(([pointer, timeouts]) => ({target: jsonPath(pointer), update: {[EXTENSION]: {timeouts}}}));
  const isEmpty = actions.length === 0;
  printProblems(terminal, isEmpty && notes.length === 0 ? [nothingToSuggest(traffic)] : notes);
  if (isEmpty) return 1;
  const info = {title: 'Timeouts from durations', version: '1.0.0'};
  terminal.out(toYaml([{overlay: '1.0.0', info, actions}]));
  return 0;
}

/** A note that timeouts hide the durations of a route. */
function cutNote({cut, requests}: RouteTraffic, route: string, seconds = Number.POSITIVE_INFINITY): Problem {
  const suggested =
    seconds === Number.POSITIVE_INFINITY ? 'no timeout is suggested' : `${seconds}s may be too short`;
  const message = `a timeout cut ${grouped(cut)} of ${counted(requests, 'request')} of ${route}, so how long they take is not known: ${suggested}`;
  return inputNote(message, 'set a longer timeout, and measure again');
}

/** An Overlay changes one document. */
function otherDocumentNote(count: number, example: string): Problem {
  const routes = count === 1 ? example : `${count} routes such as ${example}`;
  const message = `no timeout is suggested for ${routes}, since an Overlay changes the first document alone`;
  return inputNote(message, 'bundle the description, or name each description alone');
}

/** An Overlay for several descriptions changes all that have its target. */
function sharedTargetNote(count: number, example: string): Problem {
  const targets = count === 1 ? example : `${count} targets such as ${example}`;
  return inputNote(
    `several descriptions have ${targets}`,
    'to have a timeout for each, name one description alone',
  );
}

function nothingToSuggest({lacksDurations, requests, undescribed}: Traffic): Problem {
  const message = 'no timeout to suggest: no request with a duration has a route';
  // What has to be logged was said while the log was read.
  if (lacksDurations) return {code: 'input', severity: 'error', message};
  const hint = 'run it without `--suggest`, which lists the requests that have no route';
  return inputError(message, requests === undescribed ? hint : DURATION_FIELDS);
}

/** The JSONPath of what a JSON pointer leads to. Source: RFC 9535, section 2.7. */
function jsonPath(pointer: string): string {
  const quoted = (token: string) => `['${token.replace(/[\\']/g, '\\$&')}']`;
  return `$${pointerTokens(pointer)
    .map((token) => (/^[A-Za-z_]\w*$/.test(token) ? `.${token}` : quoted(token)))
    .join('')}`;
}
