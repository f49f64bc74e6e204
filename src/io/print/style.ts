import {styleText} from 'node:util';

/** The formats of the parts of a text. One format a call: with a list of them Node 20 ignores NO_COLOR. */
const FORMATS = {
  error: 'red',
  warning: 'yellow',
  note: 'cyan',
  place: 'bold',
  heading: 'bold',
  hunk: 'cyan',
  added: 'green',
  changed: 'yellow',
  removed: 'red',
} as const;

export type Style = (part: keyof typeof FORMATS, text: string) => string;

export const PLAIN: Style = (_, text) => text;

/** Colours where a stream is a terminal that has them, by NO_COLOR and FORCE_COLOR. */
export function styleOf(stream: NodeJS.WritableStream): Style {
  return (part, text) => styleText(FORMATS[part], text, {stream});
}

const DIFF_PARTS = [
  {start: /^(diff|new file|---|\+\+\+) /, part: 'heading'},
  {start: /^@@/, part: 'hunk'},
  {start: /^\+/, part: 'added'},
  {start: /^-/, part: 'removed'},
] as const;

/** Prints a unified diff, with the colours that standard output has. */
export function printDiff(
  {out, style = PLAIN}: {readonly out: (text: string) => void; readonly style?: Style},
  diff: string,
): void {
  const lines = diff.split('\n').map((line) => {
    const colored = DIFF_PARTS.find(({start}) => start.test(line));
    return colored ? style(colored.part, line) : line;
  });
  out(lines.join('\n'));
}
