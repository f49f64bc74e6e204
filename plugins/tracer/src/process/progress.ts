import {stripVTControlCharacters} from 'node:util';
import {maskCredentials} from './run.ts';

/** Where steps are shown. On a terminal the current step is one line that is overwritten; elsewhere each line is printed once. */
export type Progress = ReturnType<typeof progressOn>;

const ERASE_LINE = '\r\u001b[K';

/** Shows steps on a stream: `✔` before finished steps, `!` before warnings, `✘` before failures, `…` before the current step. */
export function progressOn(stream: NodeJS.WriteStream) {
  const terminal = stream.isTTY && process.env.TERM !== 'dumb';
  let shown = '';
  const clear = () => {
    if (terminal && shown !== '') stream.write(ERASE_LINE);
    shown = '';
  };
  const print = (sign: string, line: string) => {
    clear();
    stream.write(`${sign} ${maskCredentials(line)}\n`);
  };
  return {
    /** Shows the current step; the same text twice is shown once. */
    running(line: string, isForTerminals = false): void {
      if (isForTerminals && !terminal) return;
      const clean = maskCredentials(stripVTControlCharacters(line)).replaceAll('\n', ' ');
      if (clean === shown) return;
      // A line that wraps cannot be erased.
      const width = Math.max(20, (stream.columns || 80) - 3);
      stream.write(terminal ? `${ERASE_LINE}… ${clean.slice(0, width)}` : `… ${clean}\n`);
      shown = clean;
    },
    done: (line: string): void => print('✔', line),
    failed: (line: string): void => print('✘', line),
    warn: (line: string): void => print('!', line),
    /** Removes the current step before something else is printed. */
    stop: clear,
  };
}
