import {arch, platform} from 'node:os';
import manifest from '../package.json' with {type: 'json'};

/** Answers `--version` as oclif does, without loading oclif, which takes four times as long as all the rest. */
export function printVersion(name: string, args: readonly string[]): boolean {
  if (args.length !== 1 || args[0] !== '--version') return false;
  process.stdout.write(`${name}/${manifest.version} ${platform()}-${arch()} node-${process.version}\n`);
  return true;
}
