import {type Release, ROOT} from './product.ts';
import {output} from './program.ts';

/** Packs `apigen` and `@apigen/plugin-tracer` as npm would publish them. npm gives every file in a tarball the same time of its own. */
export async function npmTarballs({folder}: Release): Promise<void> {
  // The build is there already: `npm run release` starts with it.
  const packages = ['--ignore-scripts', '--workspace=@apigen/plugin-tracer', '--include-workspace-root'];
  await output('npm', ['pack', '--silent', ...packages, '--pack-destination', folder], {cwd: ROOT});
}
