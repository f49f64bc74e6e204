import widthOf from 'fast-string-truncated-width';
import {printable} from '../../core/quote.ts';
import {PLAIN, type Style} from './style.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /**
   * What is kept of a text where the table is wider than the terminal: its start and its end, in a column that is made narrower after the
   * others, or its first word and the end. The start if absent.
   */
  readonly keep?: 'both ends' | 'first word and end';
}

/** A row, and the lines that are printed below it. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly below?: string;
}

/** Where a table is printed. */
export interface TableOutput {
  /** The width of the terminal; absent where the output goes to a file or a pipe: no text is shortened then. */
  readonly columns?: number | undefined;
  /** The colours of what is printed; none if absent. */
  readonly style?: Style | undefined;
}

const GAP = '  ';
const ELLIPSIS = '…';

/** A table as text, with a title for each column; an empty cell is `-`. Invisible characters are escaped. */
export function textTable(
  columns: readonly Column[],
  rows: readonly TableRow[],
  {columns: width, style = PLAIN}: TableOutput = {},
): string {
  const head = columns.map(({title}) => title);
  const body = rows.map(({cells}) => cells.map((cell) => printable(cell) || '-'));
  const natural = head.map((title, index) =>
    [title, ...body.map((cells) => cells[index] ?? '')].reduce(
      (most, text) => Math.max(most, textWidth(text)),
      0,
    ),
  );
  const widths = width === undefined ? natural : fitted(natural, columns, width);
  const line = (cells: readonly string[]) =>
    `${columns.map((column, index) => padded(cells[index] ?? '', widths[index] ?? 0, column)).join(GAP)}`.trimEnd();
  const lines = rows.map(({below = ''}, index) => `${line(body[index] ?? [])}\n${below}`);
  return `${style('heading', line(head))}\n${lines.join('')}`;
}

function textWidth(text: string): number {
  return widthOf(text).width;
}

/** The widths of columns in a terminal: the widest are made narrower, those of which both ends are kept after the others. */
function fitted(natural: readonly number[], columns: readonly Column[], width: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
  for (const {least, isLast} of STEPS)
    for (; excess > 0; excess -= 1) {
      const wide = widths.map((one, index) => (isLast || columns[index]?.keep !== 'both ends' ? one : 0));
      const widest = Math.max(...wide);
      if (widest <= least) break;
      widths[wide.lastIndexOf(widest)] = widest - 1;
    }
  return widths;
}

/** A column is made narrower than two words only when all are that narrow, and never than one word. */
const STEPS = [
  {least: 15, isLast: false},
  {least: 9, isLast: true},
] as const;

function padded(text: string, width: number, {align, keep}: Column): string {
  const shown = shortened(text, width, keep);
  const space = ' '.repeat(Math.max(0, width - textWidth(shown)));
  return align === 'right' ? space + shown : shown + space;
}

/** Fewer characters of an end are not worth the place of others. */
const LEAST_END = 4;

function shortened(text: string, width: number, keep: Column['keep']): string {
  if (textWidth(text) <= width) return text;
  if (keep === 'both ends') {
    const end = Math.floor((width - 1) / 2);
    return startOf(text, width - end) + endOf(text, end + 1).slice(ELLIPSIS.length);
  }
  const [word = ''] = keep === undefined ? [] : text.split(/(?<= )/, 1);
  const left = width - textWidth(word);
  return word === '' || left <= LEAST_END
    ? startOf(text, width)
    : word + endOf(text.slice(word.length), left);
}

function startOf(text: string, width: number): string {
  return text.slice(0, widthOf(text, {limit: width - 1}).index) + ELLIPSIS;
}

/** The end of a text is the start of the same text backwards. */
function endOf(text: string, width: number): string {
  const backwards = reversed(text);
  return ELLIPSIS + reversed(backwards.slice(0, widthOf(backwards, {limit: width - 1}).index));
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
