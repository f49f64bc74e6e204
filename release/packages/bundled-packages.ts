import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {type BundledPackage, bundledPackages} from '../../scripts/third-party-notices.mjs';
import {type Program, ROOT} from '../product.ts';

/** An npm package that is published, with the modules that its `dist/` is bundled from. */
interface NpmPackage {
  readonly name: string;
  readonly entries: readonly string[];
  /** Whether npm installs the dependencies of package.json with it. */
  readonly hasDependencies: boolean;
}

/** The page of `apigen report`, a file of the npm package and in every executable. */
const PAGE_SCRIPT = 'src/page/main.tsx';

const TRACER = 'plugins/tracer/src/index.ts';

export const NPM_PACKAGES: readonly NpmPackage[] = [
  {
    name: '@apigen/cli',
    entries: [
      'src/main.ts',
      'src/index.ts',
      'src/io/index.ts',
      'src/commands/npm-commands.ts',
      'plugins/redocly/index.ts',
      'rulesets/ruleset.ts',
      PAGE_SCRIPT,
      // In `bundleDependencies`.
      TRACER,
    ],
    hasDependencies: true,
  },
  {name: '@apigen/plugin-tracer', entries: [TRACER], hasDependencies: false},
];

async function packagesOf(
  entries: readonly string[],
  external: readonly string[] = [],
): Promise<BundledPackage[]> {
  const {metafile} = await build({
    absWorkingDir: ROOT,
    entryPoints: [...entries],
    bundle: true,
    external: [...external],
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    outdir: 'dist',
    metafile: true,
    logLevel: 'error',
  });
  return bundledPackages(Object.keys(metafile.inputs), ROOT);
}

/** Returns the npm packages whose code is in an executable, sorted. They include development dependencies, since those are bundled. */
export const packagesInside = ({entry}: Program): Promise<BundledPackage[]> =>
  packagesOf([entry, PAGE_SCRIPT]);

/** Returns the npm packages whose code is in an npm package, sorted; npm installs its dependencies by themselves. */
export async function packagesInsideNpm({entries}: NpmPackage): Promise<BundledPackage[]> {
  const {dependencies} = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  return packagesOf(entries, Object.keys(dependencies));
}
