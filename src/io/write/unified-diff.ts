import {createTwoFilesPatch, FILE_HEADERS_ONLY} from 'diff';
import {MAX_DIFF_LINES, MAX_EDITS} from '../../core/base/limits.ts';
import {printable} from '../../core/base/quote.ts';

const MAX_LINE = 2000;
/** How much of a long line is shown before and after what differs. */
const AROUND = 100;

/**
 * The difference between an existing file and its expected text in the form of `git diff`, of at most `MAX_DIFF_LINES` lines. Of texts
 * that differ in more than `MAX_EDITS` lines only the beginning of the difference is shown: the smallest one would take minutes to find.
 *
 * @param existing `undefined` when there is no file
 */
export function unifiedDiff(file: string, existing: string | undefined, text: string): string {
  // `git apply` takes no absolute path.
  const path = file.replace(/^[\\/]+/, '');
  const isNew = existing === undefined;
  const options = {context: 3, headerOptions: FILE_HEADERS_ONLY, maxEditLength: MAX_EDITS};
  const patchOf = (before: string, after: string) =>
    createTwoFilesPatch(isNew ? '/dev/null' : `a/${path}`, `b/${path}`, before, after, '', '', options);
  const whole = patchOf(existing ?? '', text);
  const head = [`diff --git a/${path} b/${path}`, ...(isNew ? ['new file mode 100644'] : [])];
  const patch = (whole ?? patchOf(...beginnings(existing ?? '', text)) ?? '').split('\n').slice(0, -1);
  const lines = [...head, ...patch];
  const left = lines.length - MAX_DIFF_LINES;
  const more = whole === undefined ? ['… and more lines'] : left > 0 ? [`… and ${left} more lines`] : [];
  // A file may contain anything; what a terminal would act on is escaped.
  const shown = lines
    .map(shortened)
    .slice(0, MAX_DIFF_LINES)
    .map((line) => line.split('\t').map(printable).join('\t'));
  return [...shown, ...more, ''].join('\n');
}

/** A line of a difference; of a long one, such as of minified JSON, what differs from the nearest line that it replaces or is replaced by. */
function shortened(line: string, index: number, lines: readonly string[]): string {
  if (line.length <= MAX_LINE) return line;
  const before = lines.slice(0, index).findLast((one) => one.startsWith('-'));
  const after = lines.slice(index).find((one) => one.startsWith('+'));
  const other = (line.startsWith('+') ? before : after) ?? '';
  const shorter = Math.min(line.length, other.length);
  let start = 1;
  while (start < shorter && line[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && line.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = Math.max(1, start - AROUND);
  const to = Math.min(line.length - end + AROUND, from + MAX_LINE - 1);
  return `${line[0]}${from > 1 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

/** Two texts up to where they have differed for so many lines that the smallest difference of these is found. */
function beginnings(before: string, after: string): [before: string, after: string] {
  const [old, next] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const first = Math.max(
    old.findIndex((line, index) => line !== next[index]),
    next.findIndex((line, index) => line !== old[index]),
  );
  const end = first + MAX_EDITS / 2;
  return [old.slice(0, end).join(''), next.slice(0, end).join('')];
}
