import {printable} from '../../core/quote.ts';
import type {PageData} from '../../core/routes/page-data.ts';

/** Texts that requests are compared with; they are not shown. */
const COMPARED = ['base', 'template', 'value'];

/**
 * The page of some APIs. A `<` of the data is escaped: no text of a description can end the element that contains it. Invisible
 * characters are shown by their codes, as those of direction would change the order in which a line is read.
 *
 * @param empty the page without data, as the build writes it
 */
export function fillPage(empty: string, data: PageData): string {
  const json = JSON.stringify(data, shown).replaceAll('<', '\\u003c');
  return empty.replace('{data}', () => json);
}

function shown(key: string, value: unknown): unknown {
  return typeof value === 'string' && !COMPARED.includes(key) ? printable(value) : value;
}
