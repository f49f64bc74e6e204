import {stripVTControlCharacters} from 'node:util';

/** Where steps are shown. On a terminal a running step is one line that changes; elsewhere each line is printed once. */
export interface Progress {
  /** A step that is under way; the same text twice is shown once. */
  running(line: string): void;
  /** A step that is done. */
  done(line: string): void;
  /** Something to know that is no failure. */
  warn(line: string): void;
  /** Ends the line that changes, before something else is printed. */
  stop(): void;
}

const ERASE_LINE = '\r\u001b[K';

/** Shows steps on a stream: `✔` before what is done, `!` before a warning, `…` before what is under way. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  const terminal = stream.isTTY && process.env.TERM !== 'dumb';
  let shown = '';
  const clear = () => {
    if (terminal && shown !== '') stream.write(ERASE_LINE);
    shown = '';
  };
  const print = (sign: string, line: string) => {
    clear();
    stream.write(`${sign} ${line}\n`);
  };
  return {
    running(line) {
      const clean = stripVTControlCharacters(line).replaceAll('\n', ' ');
      if (clean === shown) return;
      // A line that wraps cannot be erased.
      if (terminal)
        stream.write(`${ERASE_LINE}… ${clean.slice(0, Math.max(20, (stream.columns || 80) - 3))}`);
      else stream.write(`… ${clean}\n`);
      shown = clean;
    },
    done: (line) => print('✔', line),
    warn: (line) => print('!', line),
    stop: clear,
  };
}
