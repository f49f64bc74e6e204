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
 * Replaces glob patterns by the files that match them, in the order of their paths; a file that several match is read once.
 * Symbolic links to folders are not followed: in a checkout they may lead anywhere.
 */
export async function expandSources(names: readonly string[]): Promise<Expanded> {
  const found = await Promise.all(names.map((name) => (isPattern(name) ? filesOf(name) : [name])));
  const empty = names.filter((_, index) => found[index]?.length === 0);
  const byUri = new Map<string, string>();
  for (const name of found.flat()) if (!byUri.has(uriOf(name))) byUri.set(uriOf(name), name);
  return {sources: [...byUri.values()], problems: empty.map(noFile)};
}

async function filesOf(pattern: string): Promise<readonly string[]> {
  const {matchingFiles} = await import('./matching-files.ts');
  return matchingFiles(pattern);
}

function noFile(pattern: string): Problem {
  return {
    code: 'input',
    severity: 'error',
    message: `no file matches ${quote(pattern)}`,
    hint: 'check the pattern; it is relative to the working directory, and `**` matches any folders',
    flag: 'in',
  };
}
