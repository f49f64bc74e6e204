import {printable} from '../../core/quote.ts';

/** Rows as CSV, with CR LF at the end of each. Source: RFC 4180. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

/** A spreadsheet takes a text that begins with one of these for a formula. Source: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r]/;

function field(text: string): string {
  const plain = FORMULA.test(text) ? `'${printable(text)}` : printable(text);
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
