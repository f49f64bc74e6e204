import manifest from '../package.json' with {type: 'json'};
import {versionLine} from '../src/io/version-line.ts';
import {print, stopAtOutputErrors} from '../src/io/write/output-errors.ts';

/** Prints the answer to `--version` and returns whether that was asked. Loading oclif would take four times as long. */
export function printVersion(name: string, args: readonly string[]): boolean {
  if (args[0] !== '--version') return false;
  stopAtOutputErrors();
  print(versionLine(name, manifest.version));
  return true;
}
