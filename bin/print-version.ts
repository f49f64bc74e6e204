import {arch, platform} from 'node:os';
import manifest from '../package.json' with {type: 'json'};
import {print, stopAtOutputErrors} from '../src/io/write/output-errors.ts';

/** Prints the answer to `--version` as oclif does, and returns whether that was asked. Loading oclif would take four times as long. */
export function printVersion(name: string, args: readonly string[]): boolean {
  if (args.length !== 1 || args[0] !== '--version') return false;
  stopAtOutputErrors();
  print(`${name}/${manifest.version} ${platform()}-${arch()} node-${process.version}\n`);
  return true;
}
