import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';

// Without scripts: `npm run release` has built already.
const PACK = ['pack', '--silent', '--ignore-scripts', '--pack-destination'];

/**
 * Packs `@apigen/cli` and `@apigen/plugin-tracer` as they are published. npm sets the same fixed time for every file in a tarball.
 * `prepare`, which builds clones, is left out: npm 11 warns of it when a tarball is installed, though it would do nothing.
 */
export async function npmTarballs({folder}: Release): Promise<void> {
  const whole = await mkdtemp(path.join(tmpdir(), 'npm-tarball-'));
  try {
    const name = await output('npm', [...PACK, whole], {cwd: ROOT});
    await output('tar', ['-xzf', path.join(whole, name), '-C', whole]);
    const cwd = path.join(whole, 'package');
    await output('npm', ['pkg', 'delete', 'scripts.prepare'], {cwd});
    await output('npm', [...PACK, folder], {cwd});
  } finally {
    await rm(whole, {recursive: true});
  }
  await output('node', ['scripts/pack-plugin.mjs', folder], {cwd: ROOT});
}
