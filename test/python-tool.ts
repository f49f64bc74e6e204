import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {CACHE} from '../release/tools.ts';

const bin = process.platform === 'win32' ? 'Scripts' : 'bin';

/** Returns the path of a program of a package from PyPI, in a virtual environment in the cache that later runs reuse. */
export function pythonTool(name: string, version: string, programName = name): string {
  const folder = path.join(CACHE, `${name}-${version}`);
  const program = path.join(folder, bin, programName);
  if (!existsSync(program)) {
    execFileSync('python3', ['-m', 'venv', folder]);
    execFileSync(path.join(folder, bin, 'pip'), ['install', '--quiet', `${name}==${version}`]);
  }
  return program;
}
