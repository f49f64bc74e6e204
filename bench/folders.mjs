import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {root} from './apigen.mjs';

/** Runs a function with a temporary folder, which is then removed. */
export async function inFolder(use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-bench-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** Installs apigen from its packed tarball, and other packages, in a folder. Returns the folder of their programs. */
export function install(folder, ...packages) {
  const npm = (cwd, ...args) =>
    execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
  npm(root, 'pack', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  npm(folder, 'install', `./${tarball}`, ...packages);
  return path.join(folder, 'node_modules', '.bin');
}
