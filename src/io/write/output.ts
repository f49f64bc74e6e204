import {MAX_CHECKED_BYTES} from '../../core/limits.ts';
import type {Problem} from '../../core/problem.ts';
import {NOWHERE, report} from '../report/report.ts';
import {endAfterWriting} from './end-after-writing.ts';
import {toUnwritable, UnwritableFile} from './unwritable-file.ts';
import {readTextIfThere, TooLargeFile, writeFileAtomically} from './write-file.ts';

/** Where a command prints. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** The working directory. */
  readonly folder: string;
  /** The width of the terminal; absent where the output goes to a file or a pipe. */
  readonly columns?: number | undefined;
}

/** Writes a file, or reports why it cannot, with the name `shown`; returns the exit code. */
export function writeOutput(file: string, text: string, terminal: Terminal, shown = file): number {
  endAfterWriting();
  try {
    writeFileAtomically(file, text);
    return 0;
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    return unwritable(shown, error, terminal);
  }
}

/**
 * Compares a file with its expected text, and prints the difference, to `terminal.out` as a unified diff and to
 * `terminal.error` in words; returns the exit code.
 *
 * @param update how to update the file
 * @param shown the name of the file in what is printed
 */
export async function checkOutput(
  file: string,
  text: string,
  terminal: Terminal,
  update: string,
  shown = file,
): Promise<number> {
  const howToUpdate = inPreCommit() ? USE_FIXER : update;
  try {
    const existing = readTextIfThere(file, Math.max(MAX_CHECKED_BYTES, 2 * Buffer.byteLength(text)));
    if (existing === text) return 0;
    const {unifiedDiff} = await import('./unified-diff.ts');
    terminal.out(unifiedDiff(shown, existing, text));
    terminal.error(difference(shown, existing, text, howToUpdate));
    return 1;
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    if (!(error instanceof TooLargeFile)) return unwritable(shown, error, terminal);
    terminal.error(outputFaultReport(shown, TOO_LARGE, howToUpdate));
    return 1;
  }
}

const TOO_LARGE = 'out of date: more than twice as large as the generated output';

/** Whether pre-commit runs the command. Source: pre-commit, "Advanced features", `PRE_COMMIT`. */
function inPreCommit(): boolean {
  return process.env.PRE_COMMIT === '1';
}

/** Where the user has neither typed the command nor installed apigen. */
const USE_FIXER = 'to update it, use the hook `apigen-mesh` instead of `apigen-mesh-check`';

function difference(file: string, existing: string | undefined, text: string, update: string): string {
  if (existing === undefined) return outputFaultReport(file, 'no such file', update);
  const differs = 'out of date: differs from the generated output';
  return existing.replaceAll('\r\n', '\n') === text
    ? outputFaultReport(
        file,
        'only the line endings differ: the file has CRLF',
        'set `*.yaml text eol=lf` in .gitattributes',
      )
    : outputFaultReport(file, differs, update);
}

function unwritable(file: string, error: UnwritableFile, terminal: Terminal): number {
  terminal.error(unwritableOutput(file, error));
  return 1;
}

/** The report of an output `name` that could not be written because of `error`. */
export function unwritableOutput(name: string, error: unknown): string {
  const {message, hint} = toUnwritable(error);
  return outputFaultReport(name, message, hint);
}

/** The report of a problem of the output `name`. */
export function outputFaultReport(name: string, fault: string, hint: string): string {
  const problem: Problem = {code: 'output', severity: 'error', message: `${name}: ${fault}`, hint};
  return report([problem], NOWHERE);
}
