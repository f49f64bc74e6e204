import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {asSent} from '../../core/routes/path-expression.ts';
import {pathOfTarget} from '../../core/routes/route-matcher.ts';
import {printProblems} from '../../io/report/report.ts';
import type {Terminal} from '../../io/write/output.ts';
import type {RequestSource} from './run-match.ts';

interface Given {
  readonly in: readonly string[];
  readonly log?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly suggest?: boolean | undefined;
}

/**
 * What the arguments of `apigen routes match` ask for; `undefined`, after a report, when something is wrong.
 *
 * @param isTerminal whether standard input is a terminal, where nobody would type a log
 */
export function readRequestArguments(
  [method, path]: readonly string[],
  given: Given,
  isTerminal: boolean,
  terminal: Terminal,
): RequestSource | undefined {
  const found = method === undefined ? logOf(given, isTerminal) : requestOf(method, path, given);
  if (!('message' in found)) return found;
  printProblems(terminal, [{code: 'input', severity: 'error', ...found}]);
  return undefined;
}

type Wrong = Pick<Problem, 'message' | 'hint' | 'flag'>;

function requestOf(method: string, path: string | undefined, given: Given): RequestSource | Wrong {
  const hint = 'for example `apigen routes match GET /v1/pets/42 openapi.yaml`';
  const ofLog = (['log', 'ignore', 'suggest'] as const).find((flag) => given[flag] !== undefined);
  if (ofLog) return {message: 'cannot be combined with a request', hint: 'remove one of them', flag: ofLog};
  if (/^(\/|https?:)/.test(method))
    return {message: `the method of the request is missing before ${quote(method)}`, hint};
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(method))
    return {message: `invalid method ${quote(method)}: expected the name of an HTTP method`, hint};
  if (path === undefined) return {message: `the path of the request is missing after ${quote(method)}`, hint};
  const wanted = asSent(pathOfTarget(path));
  return wanted.startsWith('/')
    ? {request: {method: method.toUpperCase(), path: wanted}}
    : {message: `invalid path ${quote(path)}: expected a path that begins with "/", or an address`, hint};
}

function logOf(
  {in: input, log = '-', ignore = [], suggest = false}: Given,
  isTerminal: boolean,
): RequestSource | Wrong {
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
  return {log, ignore, suggest};
}
