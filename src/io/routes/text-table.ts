import widthOf from 'fast-string-truncated-width';
import {printable} from '../../core/quote.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** Which part of a text is kept where the table is wider than the terminal: the end, or its first word and the end. The start if absent. */
  readonly keep?: 'end' | 'first word and end';
}

/** A row, and the lines that are printed below it. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly below?: string;
}

const GAP = '  ';
const ELLIPSIS = '…';

/** A column is not made narrower than this. */
const LEAST = 8;

/**
 * A table as text, with a title for each column. Invisible characters are escaped.
 *
 * @param width of the terminal, in columns; without it no text is shortened
 */
export function textTable(columns: readonly Column[], rows: readonly TableRow[], width?: number): string {
  const head = columns.map(({title}) => title);
  const body = rows.map(({cells}) => cells.map(printable));
  const ofTexts = columns.map((_, index) =>
    body.reduce((most, cells) => Math.max(most, textWidth(cells[index] ?? '')), 0),
  );
  const natural = ofTexts.map((most, index) => Math.max(most, textWidth(head[index] ?? '')));
  const widths = width === undefined ? natural : fitted(natural, ofTexts, width);
  const line = (cells: readonly string[]) =>
    `${columns.map((column, index) => padded(cells[index] ?? '', widths[index] ?? 0, column)).join(GAP)}`.trimEnd();
  const lines = rows.map(({below = ''}, index) => `${line(body[index] ?? [])}\n${below}`);
  return `${line(head)}\n${lines.join('')}`;
}

function textWidth(text: string): number {
  return widthOf(text).width;
}

/** The widths of columns in a terminal: the widest are made narrower, those first in which only the title is shortened. */
function fitted(natural: readonly number[], ofTexts: readonly number[], width: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
  for (const least of [ofTexts.map((one) => Math.max(one, LEAST)), ofTexts.map(() => LEAST)])
    for (; excess > 0; excess -= 1) {
      const widest = Math.max(...widths.filter((one, index) => one > (least[index] ?? 0)));
      const index = widths.findLastIndex((one, at) => one === widest && one > (least[at] ?? 0));
      if (index === -1) break;
      widths[index] = widest - 1;
    }
  return widths;
}

function padded(text: string, width: number, {align, keep}: Column): string {
  const shown = shortened(text, width, keep);
  const space = ' '.repeat(Math.max(0, width - textWidth(shown)));
  return align === 'right' ? space + shown : shown + space;
}

/** Fewer characters of an end are not worth the place of others. */
const LEAST_END = 4;

function shortened(text: string, width: number, keep: Column['keep']): string {
  if (textWidth(text) <= width) return text;
  if (keep === 'end') return endOf(text, width);
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
