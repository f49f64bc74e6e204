import {localFiles} from '../read/source.ts';
import type {Places} from '../report/report.ts';
import {outputFaultReport, type Terminal, writeOutput} from './output.ts';
import {realFile} from './write-file.ts';

/**
 * Prints an output, or writes it to a file that is not one of the documents it was made from.
 *
 * @returns the exit code
 */
export function printOrWrite(
  file: string | undefined,
  text: string,
  texts: Places['texts'],
  terminal: Terminal,
): number {
  if (file !== undefined && !isStandardOutput(file))
    return isOneOf(file, texts) ? refuseInput(file, terminal) : writeOutput(file, text, terminal);
  terminal.out(text);
  return 0;
}

/** Whether a file is one of the documents that were read, by any of its names. */
function isOneOf(file: string, texts: Places['texts']): boolean {
  const target = realFile(file);
  return localFiles(texts.keys()).some((one) => realFile(one) === target);
}

function refuseInput(file: string, terminal: Terminal): number {
  const hint = 'write to another file';
  terminal.error(outputFaultReport(file, 'the output would replace the description', hint));
  return 1;
}

/** Whether a name is one of standard output: replacing the file that it points to would cut off a log that the shell appends to. */
export function isStandardOutput(file: string): boolean {
  return ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(file);
}
