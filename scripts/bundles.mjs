// How the code is bundled: what scripts/build.mjs and bench/modules.mjs share.
import path from 'node:path';
import {fileURLToPath} from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** What esbuild does with each module. */
export const OPTIONS = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  // The oldest Node that is supported.
  target: 'node20.19',
  legalComments: 'inline',
  logLevel: 'warning',
  metafile: true,
};

/** What `apigen` runs: one file that all of it is in, whose code bin/run.cjs keeps. */
export const MAIN = {
  entryPoints: ['src/main.ts'],
  format: 'cjs',
  outExtension: {'.js': '.cjs'},
  // `require` of other packages instead.
  supported: {'dynamic-import': false},
  // All that a package does with it is to create a `require`.
  define: {'import.meta.url': '__filename'},
  minifySyntax: true,
  minifyWhitespace: true,
};

/** A plugin uses the one of its host. */
export const HOST_PACKAGE = '@oclif/core';

/** The packages that are not bundled. */
export function externalPackages({dependencies, peerDependencies}) {
  return [...Object.keys({...dependencies, ...peerDependencies}), HOST_PACKAGE];
}
