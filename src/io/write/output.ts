import {existsSync} from 'node:fs';
import path from 'node:path';
import {outputError} from '../../core/base/problem.ts';
import {printable, quote} from '../../core/base/quote.ts';
import {type MessageOutput, printProblems} from '../print/problems.ts';
import {printDiff, type Style} from '../print/style.ts';
import {isDescription} from '../read/is-description.ts';
import {localFiles} from '../read/source.ts';
import type {Inputs} from '../run/load/load-description.ts';
import {FixableError, UnwritableFile} from '../system-error.ts';
import {endAfterWriting, readTextIfThere, targetFile, writeFileAtomically} from './write-file.ts';

export interface Terminal extends MessageOutput {
  readonly out: (text: string) => void;
  readonly style?: Style;
  readonly folder: string;
  /** The width of the terminal; absent where the output goes to a file or a pipe. */
  readonly columns?: number | undefined;
}

/**
 * Prints an output, or writes it to a file that is not one of the `documents` it was made from; returns the exit code. A repeated run
 * writes what differs alone.
 */
export function printOrWrite(
  file: string | undefined,
  text: string,
  documents: readonly string[],
  terminal: Terminal,
  isRepeated = false,
): number {
  if (file === undefined || isStandardOutput(file)) {
    terminal.out(text);
    return 0;
  }
  endAfterWriting();
  try {
    if (isRepeated && readTextIfThere(file) === text) return 0;
    const target = targetFile(file);
    if (localFiles(documents).some((one) => targetFile(one) === target))
      throw new UnwritableFile('the output would replace the description', 'write to another file');
    requireNoDescription(file);
    requireOwnTests(file, text);
    requireParent(path.dirname(file));
    writeFileAtomically(file, text);
    if (terminal.columns !== undefined) terminal.error(`apigen: wrote ${printable(file)}\n`);
    return 0;
  } catch (error) {
    return reportFailure(file, error, terminal);
  }
}

/**
 * Refuses a folder that was typed if its parent is missing, too, or is the root of the file system: what is misspelled at the beginning of a
 * path would become a tree.
 */
export function requireParent(folder: string): void {
  const parent = path.dirname(folder);
  const needed = path.isAbsolute(folder) && parent === path.parse(folder).root ? folder : parent;
  if (existsSync(needed)) return;
  throw new UnwritableFile(`no such folder ${quote(needed)}`, 'create it, or fix the path');
}

/** The beginning of files of `apigen tests`: only such are replaced by others. */
export const TESTS_HEAD = '# Written by `apigen tests`.\n';

/** Refuses to replace tests, or whatever else, by those of `apigen tests`, which may be in one folder. */
export function requireOwnTests(file: string, text: string): void {
  const before = text.startsWith(TESTS_HEAD) ? readTextIfThere(file) : undefined;
  if (!before || before.startsWith(TESTS_HEAD)) return;
  const message = 'the output would replace a file that `apigen tests` has not written';
  throw new UnwritableFile(message, 'rename it, or write to another file or folder');
}

function requireNoDescription(file: string): void {
  if (isDescription(file))
    throw new UnwritableFile('the output would replace another description', 'write to another file');
}

/** Whether a name is one of standard output: replacing the file that it points to would cut off a log that the shell appends to. */
export function isStandardOutput(file: string): boolean {
  return ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(file);
}

/**
 * Compares a file with its expected text, and prints the difference, to `terminal.out` as a unified diff and to
 * `terminal.error` in words; returns the exit code.
 *
 * @param shown the name of the file in what is printed
 */
export async function checkOutput(
  file: string,
  text: string,
  terminal: Terminal,
  noun: Inputs['noun'],
  shown = file,
): Promise<number> {
  const repeat = `run the same command ${noun === 'API' ? 'without `--check`' : 'with `-o` instead of `--check`'}`;
  // Where the user has neither typed the command nor installed apigen. Source: pre-commit, "Advanced features", `PRE_COMMIT`.
  const isHook = process.env.PRE_COMMIT === '1';
  const update = isHook ? 'use the hook `apigen-mesh` instead of `apigen-mesh-check`' : repeat;
  try {
    requireNoDescription(file);
    const existing = readTextIfThere(file);
    if (existing === text) return 0;
    const {unifiedDiff} = await import('./unified-diff.ts');
    printDiff(terminal, unifiedDiff(shown, existing, text));
    const isCrlf = existing?.replaceAll('\r\n', '\n') === text;
    const fault = isCrlf
      ? 'only the line endings differ: the file has CRLF'
      : 'out of date: differs from the generated output';
    const hint = isCrlf ? 'set `*.yaml text eol=lf` in .gitattributes' : `to update it, ${update}`;
    throw new UnwritableFile(existing === undefined ? 'no such file' : fault, hint);
  } catch (error) {
    return reportFailure(shown, error, terminal);
  }
}

/** Reports what a user can put right, and throws any other error; returns the exit code. */
export function reportFailure(name: string, error: unknown, terminal: Terminal): 1 {
  if (!(error instanceof FixableError)) throw error;
  printProblems(terminal, [outputError(`${name}: ${error.message}`, error.hint)]);
  return 1;
}
