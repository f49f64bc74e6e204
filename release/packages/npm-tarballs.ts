import {type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';

/** Packs `@apigen/cli` and `@apigen/plugin-tracer` as they are published. npm sets the same fixed time for every file in a tarball. */
export async function npmTarballs({folder}: Release): Promise<void> {
  // Without scripts: `npm run release` has built already.
  await output('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {cwd: ROOT});
  await output('node', ['scripts/pack-plugin.mjs', folder], {cwd: ROOT});
}
