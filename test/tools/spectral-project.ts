import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A project outside the repository, with packages installed from npm and apigen from its tarball. */
export interface Project {
  readonly folder: string;
  readonly write: (name: string, text: string) => void;
  /** Runs a program of the project. */
  readonly run: (program: string, ...args: string[]) => Run;
  readonly remove: () => void;
}

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param packages names with versions, as `npm install` takes them */
export function newProject(...packages: string[]): Project {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-project-'));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
    writeFileSync(path.join(folder, name), text);
  };
  write('package.json', '{"private": true}\n');
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const {version} = JSON.parse(npm(root, 'pkg', 'get', 'name', 'version'));
  npm(
    folder,
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `./apigen-cli-${version}.tgz`,
    ...packages,
  );
  return {
    folder,
    write,
    run: (program, ...args) => run(path.join(folder, 'node_modules', '.bin', program), args, folder),
    remove: () => rmSync(folder, {recursive: true, force: true}),
  };
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, {cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
}

function run(program: string, args: readonly string[], cwd: string): Run {
  // What jest sets in its own process is not for programs of the user's.
  const env = {...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0'};
  const {status, stdout, stderr} = spawnSync(program, args, {cwd, env, encoding: 'utf8'});
  return {status, stdout, stderr};
}
