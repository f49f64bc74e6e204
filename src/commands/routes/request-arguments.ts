import {inputError, type Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {asSent} from '../../core/routes/path-expression.ts';
import {pathOfTarget} from '../../core/routes/route-matcher.ts';
import type {RequestSource} from './run-match.ts';

interface Given {
  readonly in: readonly string[];
  readonly log?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly suggest?: boolean | undefined;
}

/**
 * What the arguments of `apigen routes match` ask for, or what is wrong with them.
 *
 * @param isTerminal whether standard input is a terminal, where nobody would type a log
 */
export function readRequestArguments(
  [method, path = '']: readonly string[],
  given: Given,
  isTerminal: boolean,
): RequestSource | Problem {
  return method === undefined ? logOf(given, isTerminal) : requestOf(method, path, given);
}

function requestOf(method: string, path: string, given: Given): RequestSource | Problem {
  const ofLog = (['log', 'ignore', 'suggest'] as const).find((flag) => given[flag] !== undefined);
  if (ofLog) return inputError('cannot be combined with a request', 'remove one of them', {flag: ofLog});
  const wanted = asSent(pathOfTarget(path));
  if (/^[!#$%&'*+.^`|~\w-]+$/.test(method) && wanted.startsWith('/'))
    return {request: {method: method.toUpperCase(), path: wanted}};
  return inputError(
    `invalid request ${quote(`${method} ${path}`.trim())}: expected a method, and a path that begins with "/" or an address`,
    'for example `apigen routes match GET /v1/pets/42 openapi.yaml`',
  );
}

function logOf(
  {in: input, log = '-', ignore = [], suggest = false}: Given,
  isTerminal: boolean,
): RequestSource | Problem {
  if (log === '-' && input.includes('-'))
    return inputError(
      'standard input cannot be both the description and the log',
      'name a file for one of them',
    );
  if (log === '-' && isTerminal)
    return inputError('a request is missing', 'add a method and a path, or name a log with `--log <file>`');
  return {log, ignore, suggest};
}
