import {createTwoFilesPatch, FILE_HEADERS_ONLY} from 'diff';
import {MAX_DIFF_LINES, MAX_EDITS} from '../../core/base/limits.ts';
import {printable} from '../../core/base/quote.ts';

const MAX_LINE = 2000;

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
    .slice(0, MAX_DIFF_LINES)
    // Such as of minified JSON, in which settings are at the beginning.
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line))
    .map((line) => line.split('\t').map(printable).join('\t'));
  return [...shown, ...more, ''].join('\n');
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
