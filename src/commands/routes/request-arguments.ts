import {asSent} from '../../core/openapi/routes/path-expression.ts';
import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {pathOfTarget} from '../../core/routes/access-log.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import type {RequestSource} from '../../io/routes/match.ts';
import type {Terminal} from '../../io/write/output.ts';

/** The arguments before the flags. */
export interface RequestArguments {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
}

interface Given {
  readonly in: readonly string[];
  readonly log?: string | undefined;
}

/**
 * What the arguments of `apigen routes match` ask for; `undefined`, after a report, when something is wrong.
 *
 * @param isTerminal whether standard input is a terminal, where nobody would type a log
 */
export function readRequestArguments(
  {method, path}: RequestArguments,
  given: Given,
  isTerminal: boolean,
  terminal: Terminal,
): RequestSource | undefined {
  const found = method === undefined ? logOf(given, isTerminal) : requestOf(method, path, given.log);
  if (!('message' in found)) return found;
  terminal.error(report([{code: 'input', severity: 'error', ...found}], NOWHERE));
  return undefined;
}

type Wrong = Pick<Problem, 'message' | 'hint' | 'flag'>;

function requestOf(method: string, path: string | undefined, log: string | undefined): RequestSource | Wrong {
  const hint = 'for example `apigen routes match GET /v1/pets/42 -i openapi.yaml`';
  if (log !== undefined)
    return {message: 'cannot be combined with a request', hint: 'remove one of them', flag: 'log'};
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(method))
    return {message: `invalid method ${quote(method)}: expected the name of an HTTP method`, hint};
  if (path === undefined) return {message: `the path of the request is missing after ${quote(method)}`, hint};
  const wanted = asSent(pathOfTarget(path));
  return wanted.startsWith('/')
    ? {request: {method: method.toUpperCase(), path: wanted}}
    : {message: `invalid path ${quote(path)}: expected a path that begins with "/", or an address`, hint};
}

function logOf({in: input, log = '-'}: Given, isTerminal: boolean): RequestSource | Wrong {
  if (log === '') return {message: 'the log has no name', hint: 'name it with `--log <file>`', flag: 'log'};
  if (log === '-' && input.includes('-'))
    return {
      message: 'standard input cannot be both the description and the log',
      hint: 'name a file for one of them',
    };
  if (log === '-' && isTerminal)
    return {
      message: 'a request is missing',
      hint: 'add a method and a path, or name a log with `--log <file>`',
    };
  return {log};
}
