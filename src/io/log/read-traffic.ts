import {inputError, inputNote, inputWarning, type Problem} from '../../core/base/problem.ts';
import {counted, quote} from '../../core/base/quote.ts';
import {printProblems} from '../print/problems.ts';
import {expandSources} from '../run/find/inputs.ts';
import {reportFailure, type Terminal} from '../write/output.ts';
import {AccessLog} from './access-log.ts';
import {DURATION_FIELDS, NEEDED_FIELDS} from './formats.ts';
import {readLogFields} from './log-fields.ts';
import {logLines} from './log-lines.ts';
import type {Traffic} from './traffic.ts';

/** Files or patterns, or `-` for standard input, and the value of `--log-fields`. */
export interface Logs {
  readonly log: readonly string[];
  readonly fields?: string | undefined;
}

/**
 * Counts the requests of some logs by route. Prints what is not read.
 *
 * @returns false, after an error, where a log cannot be read or none has requests
 */
export async function readTraffic({log: logs, fields: given}: Logs, traffic: Traffic, terminal: Terminal) {
  const fields = readLogFields(given);
  const units = new Set<string>();
  let filter: string | undefined;
  const {sources, problems: unmatched} = await expandSources(logs);
  if (unmatched.length > 0) {
    printProblems(terminal, unmatched);
    return false;
  }
  for (const source of sources) {
    const log = new AccessLog(fields);
    let count = 0;
    const placeOf = () => `line ${count} of ${sources.length === 1 ? 'the log' : source}`;
    try {
      for await (const lines of logLines(source)) {
        if (count === 0) filter ??= filterOf(lines[0]);
        for (const line of lines) {
          count += 1;
          const request = log.read(line);
          if (request || line.trim() !== '') traffic.add(request, placeOf);
        }
      }
    } catch (error) {
      reportFailure(source, error, terminal);
      return false;
    }
    const ofLog = log.units();
    traffic.settle(ofLog);
    for (const {field, unit, isSure} of ofLog) if (!isSure) units.add(`${field}:${unit}`);
  }
  const isEmpty = traffic.requests + traffic.otherHosts === 0;
  const problems = isEmpty || traffic.unread > 0 ? [notRequests(traffic, filter)] : [];
  problems.push(...[...fields.absent].map(absentField));
  const notes = [...units].map(guessedUnit);
  const unknown = traffic.lacksDurations && !traffic.hasDurations ? [NO_DURATIONS] : [];
  printProblems(terminal, [...problems, ...leftOutProblems(traffic), ...notes, ...unknown]);
  return traffic.requests > 0;
}

/** The requests for hosts that the routes are not for, those of which it is not known, and who gets those that several APIs match. */
export function leftOutProblems({requests, otherHosts, otherHost, withoutHost, shared}: Traffic): Problem[] {
  const message = `left out: ${counted(otherHosts, 'request')} for other hosts, such as ${quote(otherHost)}`;
  const hint = 'add the host to `gateway.hostnames` if its requests count';
  const other: Problem = {code: 'input', severity: requests === 0 ? 'error' : 'note', message, hint};
  const unknown = inputNote(
    `the host of ${counted(withoutHost, 'request')} is not known, and not compared`,
    'log the host, for example as `host` in JSON',
  );
  const lint = 'run `apigen lint`, which names the routes; what is not decided counts for each';
  const taken = [...shared].map(([text, count]) =>
    inputNote(`several APIs match ${counted(count, 'request')}: ${text}`, lint),
  );
  return [...(otherHosts > 0 ? [other] : []), ...(withoutHost > 0 ? [unknown] : []), ...taken];
}

/** That of `jq` which writes one entry a line, where a log begins like JSON of several lines. */
function filterOf(firstLine = ''): string | undefined {
  const [, array, map] = /^\s*(?:(\[)\s*(?:\{|$)|(\{)\s*$)/.exec(firstLine) ?? [];
  return array ? "'.[]'" : map && '.';
}

function notRequests({requests, otherHosts, unread, firstUnread}: Traffic, filter: string | undefined) {
  const hint = filter
    ? `write one entry of JSON a line, for example with \`jq -c ${filter}\``
    : `expected an access log, or lines such as \`GET /v1/pets\`; ${NEEDED_FIELDS}`;
  if (requests + otherHosts === 0) return inputError('no requests in the log', hint);
  const lines =
    unread === 1
      ? `${firstUnread} is not a request`
      : `${unread} lines of the log are not requests, ${firstUnread} is the first`;
  return inputWarning(lines, hint);
}

function absentField(field: string): Problem {
  const hint = 'name fields of JSON, with `.` between those of maps; lines of text have none';
  const message = `no line of the log has the field ${quote(field)}`;
  return inputWarning(message, hint, {flag: 'log-fields'});
}

const NO_DURATIONS = inputNote(
  'the log has no durations, so nothing is compared with timeouts',
  DURATION_FIELDS,
);

/** Units of numbers at the end of lines, and what to log instead. */
const AT_THE_END: ReadonlyMap<string, readonly [unit: string, otherwise: string]> = new Map([
  [':s', ['seconds (`%T`)', 'log `%D` in Apache, which is in microseconds']],
  [':us', ['microseconds (`%D`)', 'log `request_time=` and seconds with a fraction']],
]);

/** @param guess a field and its unit */
function guessedUnit(guess: string): Problem {
  const [field = '', short] = guess.split(':');
  const [inField, other] = short === 's' ? ['seconds', 'ms'] : ['milliseconds', 's'];
  const instead = `use \`--log-fields duration=${field}:${other}\``;
  const [unit = inField, otherwise = instead] = AT_THE_END.get(guess) ?? [];
  const where = field ? `in ${quote(field)}` : 'at the end of lines';
  const message = `the numbers ${where} are read as durations in ${unit}`;
  return inputNote(message, `if they are not, ${otherwise}`);
}
