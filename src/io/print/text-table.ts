import widthOf from 'fast-string-truncated-width';
import {printable} from '../../core/base/quote.ts';
import {PLAIN, type Style} from './style.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** Where the table is wider than the terminal: whether the end of a text is kept too, and not only its start. */
  readonly keep?: 'both ends';
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly below?: string;
}

export interface TableOutput {
  /** The width of the terminal; absent where the output goes to a file or a pipe: no text is shortened then. */
  readonly columns?: number | undefined;
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
  const widths = width === undefined ? natural : fitted(natural, width);
  const line = (cells: readonly string[]) =>
    `${columns.map((column, index) => padded(cells[index] ?? '', widths[index] ?? 0, column)).join(GAP)}`.trimEnd();
  const lines = rows.map(({below = ''}, index) => `${line(body[index] ?? [])}\n${below}`);
  return `${style('heading', line(head))}\n${lines.join('')}`;
}

/** Of more rows the others are counted. */
const MAX_ROWS = 100;

/** The first rows as a table, and how many more there are; empty without rows. */
export function tableOfFirst(
  columns: readonly Column[],
  rows: readonly TableRow[],
  output: TableOutput,
): string {
  if (rows.length === 0) return '';
  const more = rows.length > MAX_ROWS ? `and ${rows.length - MAX_ROWS} more\n` : '';
  return textTable(columns, rows.slice(0, MAX_ROWS), output) + more;
}

function textWidth(text: string): number {
  return widthOf(text).width;
}

const LEAST_WIDTH = 9;

/** The widths of columns in a terminal: the widest are made narrower. */
function fitted(natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_WIDTH) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

function padded(text: string, width: number, {align, keep}: Column): string {
  const shown = shortened(text, width, keep);
  const space = ' '.repeat(Math.max(0, width - textWidth(shown)));
  return align === 'right' ? space + shown : shown + space;
}

function shortened(text: string, width: number, keep: Column['keep']): string {
  if (textWidth(text) <= width) return text;
  const end = keep === undefined ? 0 : Math.floor((width - 1) / 2);
  return startOf(text, width - end - 1) + ELLIPSIS + reversed(startOf(reversed(text), end));
}

function startOf(text: string, width: number): string {
  return text.slice(0, widthOf(text, {limit: width}).index);
}

/** The end of a text is the start of the same text backwards. */
function reversed(text: string): string {
  return [...text].reverse().join('');
}
