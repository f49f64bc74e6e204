import {type Release, ROOT} from './product.ts';
import {output} from './program.ts';

/**
 * Packs `@apigen/cli` and `@apigen/plugin-tracer` as they are published. npm gives every file in a tarball the same time of
 * its own.
 */
export async function npmTarballs({folder}: Release): Promise<void> {
  // The build is there already: `npm run release` starts with it.
  await output('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {cwd: ROOT});
  await output('node', ['scripts/pack-plugin.mjs', folder], {cwd: ROOT});
}
