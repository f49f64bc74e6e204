import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {uriOf} from '../read/source.ts';
import {isPattern} from './is-pattern.ts';

/** Descriptions by their names on the command line, and what is wrong with those. */
export interface Expanded {
  readonly sources: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Replaces glob patterns by the files that match them, in the order of their paths; a file that several match is read once. A folder
 * that cannot be searched is a problem, since there may be descriptions in it.
 *
 * @param base what patterns are relative to, for messages
 */
export async function expandSources(
  names: readonly string[],
  base = 'the working directory',
): Promise<Expanded> {
  const found = await Promise.all(names.map((name) => (isPattern(name) ? expand(name, base) : plain(name))));
  const byUri = new Map<string, string>();
  for (const name of found.flatMap(({sources}) => sources))
    if (!byUri.has(uriOf(name))) byUri.set(uriOf(name), name);
  return {sources: [...byUri.values()], problems: found.flatMap(({problems}) => problems)};
}

function plain(name: string): Expanded {
  return {sources: [name], problems: []};
}

async function expand(pattern: string, base: string): Promise<Expanded> {
  const {matchingFiles} = await import('./matching-files.ts');
  const {files, unreadable} = matchingFiles(pattern);
  const problems = [...unreadable].map(([folder, {message}]) =>
    problem(
      `cannot search ${quote(folder)} for ${quote(pattern)}: ${message}`,
      'check the permissions of the folder',
    ),
  );
  if (files.length > 0 || problems.length > 0) return {sources: files, problems};
  const hint = `check the pattern; it is relative to ${base}, and \`**\` matches any folders`;
  return {sources: [], problems: [problem(`no file matches ${quote(pattern)}`, hint)]};
}

function problem(message: string, hint: string): Problem {
  return {code: 'input', severity: 'error', message, hint, flag: 'in'};
}
