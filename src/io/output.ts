import type {Problem} from '../core/problem.ts';
import {NOWHERE, report} from './report.ts';
import {readTextIfThere, toUnwritable, UnwritableFile, writeWholeFile} from './write-file.ts';

/** Where a command's texts go. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** The folder from which relative paths are seen. */
  readonly folder: string;
}

/** Writes a file, or says why not; the exit code. */
export function writeOutput(file: string, text: string, terminal: Terminal): number {
  try {
    writeWholeFile(file, text);
    return 0;
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    return unwritable(file, error, terminal);
  }
}

/**
 * Compares a file with what it should be, and prints the difference, to `terminal.out` as a unified diff and to
 * `terminal.error` in words; the exit code.
 *
 * @param update how the file is brought up to date
 */
export async function checkOutput(
  file: string,
  text: string,
  terminal: Terminal,
  update: string,
): Promise<number> {
  try {
    const existing = readTextIfThere(file);
    if (existing === text) return 0;
    const {createTwoFilesPatch} = await import('diff');
    terminal.out(
      createTwoFilesPatch(
        file,
        `${file} as generated now`,
        existing ?? '',
        text,
        existing === undefined ? 'missing' : '',
        '',
      ),
    );
    terminal.error(difference(file, existing, text, update));
    return 1;
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    return unwritable(file, error, terminal);
  }
}

function difference(file: string, existing: string | undefined, text: string, update: string): string {
  if (existing === undefined) return outputFaultReport(file, 'there is no such file', update);
  const differs = 'this is not what the description gives now';
  return existing.replaceAll('\r\n', '\n') === text
    ? outputFaultReport(
        file,
        `${differs}, for its lines end in CRLF`,
        'let Git keep its line ends: `*.yaml text eol=lf` in .gitattributes',
      )
    : outputFaultReport(file, differs, update);
}

function unwritable(file: string, error: UnwritableFile, terminal: Terminal): number {
  terminal.error(unwritableOutput(file, error));
  return 1;
}

/** What a user is told when `name` could not be written because of `error`. */
export function unwritableOutput(name: string, error: unknown): string {
  const {message, hint} = toUnwritable(error);
  return outputFaultReport(name, message, hint);
}

/** What a user is told of the output `name`: what is wrong with it, and how to mend that. */
export function outputFaultReport(name: string, fault: string, hint: string): string {
  const problem: Problem = {code: 'output', severity: 'error', message: `${name}: ${fault}`, hint};
  return report([problem], NOWHERE);
}
