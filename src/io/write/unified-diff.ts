import {createTwoFilesPatch} from 'diff';
import {MAX_DIFF_LINE_LENGTH, MAX_DIFF_LINES, MAX_EDITS} from '../../core/limits.ts';
import {printable} from '../../core/quote.ts';

/**
 * The difference between an existing file and its expected text as a unified diff, of at most `MAX_DIFF_LINES` lines, which are cut after
 * `MAX_DIFF_LINE_LENGTH` characters. Of texts
 * that differ in more than `MAX_EDITS` lines it shows all lines between the first and the last difference as replaced: the
 * smallest difference would take minutes to find.
 *
 * @param existing `undefined` when there is no file
 */
export function unifiedDiff(file: string, existing: string | undefined, text: string): string {
  const [before, generated] = [existing ?? '', `${file} (generated)`];
  const header = existing === undefined ? 'missing' : '';
  const patch =
    createTwoFilesPatch(file, generated, before, text, header, '', {maxEditLength: MAX_EDITS}) ??
    createTwoFilesPatch(file, generated, '', '', header, '') + replacement(before, text);
  const lines = patch.split('\n');
  const shown =
    lines.length > MAX_DIFF_LINES + 1
      ? [...lines.slice(0, MAX_DIFF_LINES), `… and ${lines.length - 1 - MAX_DIFF_LINES} more lines`, '']
      : lines;
  return shown.map(printableLine).join('\n');
}

/** A file may contain anything; what a terminal would act on is escaped. */
function printableLine(line: string): string {
  const shown = line.length > MAX_DIFF_LINE_LENGTH ? `${line.slice(0, MAX_DIFF_LINE_LENGTH - 1)}…` : line;
  return shown.split('\t').map(printable).join('\t');
}

/** Lines around a difference. */
const CONTEXT = 3;

/** One hunk that replaces everything from the first to the last difference. */
function replacement(before: string, after: string): string {
  const [old, next] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, next.length);
  let first = 0;
  while (first < most && old[first] === next[first]) first += 1;
  let last = 0;
  while (last < most - first && old[old.length - 1 - last] === next[next.length - 1 - last]) last += 1;
  const start = Math.max(0, first - CONTEXT);
  const tail = Math.max(0, last - CONTEXT);
  const range = (lines: readonly string[]) =>
    `${lines.length === 0 ? 0 : start + 1},${lines.length - tail - start}`;
  return [
    `@@ -${range(old)} +${range(next)} @@`,
    ...marked(' ', old.slice(start, first)),
    ...marked('-', old.slice(first, old.length - last)),
    ...marked('+', next.slice(first, next.length - last)),
    ...marked(' ', old.slice(old.length - last, old.length - tail)),
    '',
  ].join('\n');
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** Half of what is printed, so that both sides are seen. */
const MOST = MAX_DIFF_LINES / 2 - 2 * CONTEXT;

function marked(mark: ' ' | '-' | '+', lines: readonly string[]): string[] {
  const shown = lines.slice(0, MOST).map((line) => `${mark}${line}`);
  return lines.length > MOST ? [...shown, `… and ${lines.length - MOST} more lines`] : shown;
}
