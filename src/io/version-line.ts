import {arch, platform} from 'node:os';

/** The line of `--version`, as oclif writes it, but with the runtime of the executables, which is not Node. */
export function versionLine(name: string, version: string): string {
  const {bun} = process.versions;
  const runtime = bun === undefined ? `node-${process.version}` : `bun-v${bun}`;
  return `${name}/${version} ${platform()}-${arch()} ${runtime}\n`;
}
