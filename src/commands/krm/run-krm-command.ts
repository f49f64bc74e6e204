import type {Problem} from '../../core/problem.ts';
import {runKrm} from '../../io/krm/run-krm.ts';
import {readStandardInput} from '../../io/read/local-file.ts';
import {ByteLimit} from '../../io/read/read-limits.ts';
import {UnreadableSource} from '../../io/read/unreadable-source.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import type {Terminal} from '../../io/write/output.ts';

/**
 * Runs `apigen krm`.
 *
 * @param isTerminal whether somebody would have to type the input
 * @returns the exit code: 0 done, 2 without an input, 1 for all else
 */
export async function runKrmCommand(terminal: Terminal, isTerminal: boolean): Promise<number> {
  if (isTerminal) return refuse(terminal);
  try {
    const input = readStandardInput(new ByteLimit());
    return input.length === 0 ? refuse(terminal) : await runKrm(input, terminal);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const {message, hint} = error;
    terminal.error(report([{...NO_INPUT, message: `<stdin>: ${message}`, hint}], NOWHERE));
    return 1;
  }
}

function refuse(terminal: Terminal): number {
  terminal.error(report([NO_INPUT], NOWHERE));
  return 2;
}

const NO_INPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'no ResourceList on standard input',
  hint: 'let kustomize run `apigen krm`: `kustomize build --enable-alpha-plugins --enable-exec`',
};
