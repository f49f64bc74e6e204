import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {compareCodePoints} from '../core/code-point-order.ts';
import {type Location, type Position, type Problem, printable} from '../core/problem.ts';
import {locate} from './locate.ts';
import type {DocumentText} from './parse-document.ts';
import {isRemote, STANDARD_INPUT, uriOf} from './source.ts';

/** The most characters that one problem takes, however long the value at fault. */
const LONGEST_PROBLEM = 2000;

/** How locations are put into words. */
export interface Places {
  /** The texts to find lines and columns in, by URI. */
  readonly texts: ReadonlyMap<string, DocumentText>;
  /** The name of a document, by its URI. */
  readonly nameOf: (uri: string) => string;
}

/** For problems that stand in no document. */
export const NOWHERE: Places = {texts: new Map(), nameOf: (uri) => uri};

interface Placed {
  readonly problem: Problem;
  readonly source: string;
  readonly position: Position | undefined;
}

/**
 * The lines that tell a user what is wrong: `file:line:col  message`, then a hint, sorted by place. A file is named as
 * `nameOf` says, a flag by its name.
 */
export function report(problems: readonly Problem[], {texts, nameOf}: Places): string {
  const positions = locate(
    problems.flatMap(({location}) => location ?? []),
    texts,
  );
  const lines = problems
    .map((problem) => place(problem, positions, nameOf))
    .sort(
      (a, b) =>
        compareCodePoints(a.source, b.source) ||
        (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
        (a.position?.column ?? 0) - (b.position?.column ?? 0),
    )
    .map(toText);
  // What YAML merges into several maps stands at one place only.
  return [...new Set(lines)].join('');
}

function place(
  problem: Problem,
  positions: ReadonlyMap<Location, Position>,
  nameOf: Places['nameOf'],
): Placed {
  const {location, flag} = problem;
  if (location === undefined)
    return {problem, source: flag === undefined ? '' : `--${flag}`, position: undefined};
  return {problem, source: plainName(nameOf(location.uri)), position: positions.get(location)};
}

/** A name that begins with a blank is quoted: its line could be taken for a stack frame, or for a hint. */
function plainName(name: string): string {
  return /^\s/.test(name) ? JSON.stringify(name) : name;
}

/**
 * How documents are called in messages: the description as the user typed it, the others relative to `folder` unless the
 * description was named by an absolute path; an address is shown without its password.
 */
export function documentNames(source: string, folder: string): Places['nameOf'] {
  const root = uriOf(source);
  return (uri) => {
    if (isRemote(uri)) return withoutPassword(uri);
    if (!uri.startsWith('file:')) return uri;
    if (uri === root) return source === STANDARD_INPUT ? '<stdin>' : source;
    const file = fileURLToPath(uri);
    return path.isAbsolute(source) ? file : path.relative(folder, file);
  };
}

function withoutPassword(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const url = new URL(uri);
  url.username = '';
  url.password = '';
  return url.href;
}

function toText({problem, source, position}: Placed): string {
  const place = position ? `${source}:${position.line}:${position.column}` : source;
  const warning = problem.severity === 'warning' ? 'warning: ' : '';
  const first = printable(`${place}${place === '' ? '' : '  '}${warning}${problem.message}`);
  const hint = problem.hint ? `    ${printable(problem.hint)}` : '';
  const room = LONGEST_PROBLEM - Math.min(hint.length, LONGEST_PROBLEM / 2) - 3;
  return `${shorten(first, room)}\n${hint === '' ? '' : `${shorten(hint, LONGEST_PROBLEM / 2)}\n`}`;
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
