import widthOf from 'fast-string-truncated-width';
import {printable} from '../../core/base/quote.ts';
import {wrapText} from './page-text.ts';
import {PLAIN, type Style} from './style.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly below?: string;
}

export interface TableOutput {
  /** The width of the terminal; absent where the output goes to a file or a pipe: each text is in its column then. */
  readonly columns?: number | undefined;
  readonly style?: Style | undefined;
}

const GAP = '  ';

/**
 * A table as text, with a title for each column; an empty cell is `-`. Invisible characters are escaped. No text is cut: in a narrow terminal
 * the longest have lines of their own below their row, where `…` is in their place.
 */
export function textTable(
  columns: readonly Column[],
  rows: readonly TableRow[],
  {columns: width = Infinity, style = PLAIN}: TableOutput = {},
): string {
  const head = columns.map(({title}) => title);
  const body = rows.map(({cells}) => cells.map((cell) => printable(cell) || '-'));
  const widths = fitted([head, ...body], width);
  const fits = (text: string, index: number) => textWidth(text) <= (widths[index] ?? 0);
  const line = (cells: readonly string[]) =>
    `${columns.map(({align}, index) => padded(cells[index] ?? '', widths[index] ?? 0, align)).join(GAP)}`.trimEnd();
  const lines = body.map((cells, index) => {
    const row = line(cells.map((cell, at) => (fits(cell, at) ? cell : '…')));
    const own = cells.flatMap((cell, at) => (fits(cell, at) ? [] : `  ${wrapText(cell, width, '    ')}\n`));
    return `${row}\n${own.join('')}${rows[index]?.below ?? ''}`;
  });
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

/** The widths of columns. Of the texts, the longest of all do not count until a row fits into the terminal; titles do. */
function fitted([head = [], ...body]: readonly (readonly string[])[], width: number): number[] {
  const texts = head.map((title, index) => {
    const least = textWidth(title);
    const longer = body.map((cells) => textWidth(cells[index] ?? '')).filter((one) => one > least);
    return [least, ...new Set(longer)].sort((a, b) => a - b);
  });
  for (;;) {
    const widths = texts.map((column) => column.at(-1) ?? 0);
    const excess = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
    const most = Math.max(...widths.filter((_, index) => texts[index]?.[1] !== undefined));
    if (excess <= 0 || most < 0) return widths;
    texts[widths.lastIndexOf(most)]?.pop();
  }
}

function padded(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? space + text : text + space;
}
