import {styleOf} from '../io/print/style.ts';
import type {Terminal} from '../io/write/output.ts';
import {print} from '../io/write/output-errors.ts';

export const processTerminal: Terminal = {
  out: print,
  style: styleOf(process.stdout),
  error: (text) => process.stderr.write(text),
  errorStyle: styleOf(process.stderr),
  // It may have been removed, which a caller reports.
  get folder() {
    return process.cwd();
  },
  columns: process.stdout.columns,
};
