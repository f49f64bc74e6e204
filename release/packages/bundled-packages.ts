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

export const NPM_PACKAGES: readonly NpmPackage[] = [
  {
    name: '@apigen/cli',
    entries: ['src/main.ts', 'src/index.ts', 'plugins/redocly/index.ts', 'rulesets/ruleset.ts', PAGE_SCRIPT],
    hasDependencies: true,
  },
  {name: '@apigen/plugin-tracer', entries: ['plugins/tracer/src/index.ts'], hasDependencies: false},
];

async function packagesOf(entries: readonly string[]): Promise<BundledPackage[]> {
  const {metafile} = await build({
    absWorkingDir: ROOT,
    entryPoints: [...entries],
    bundle: true,
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

/** Returns the npm packages whose code an npm package contains or imports, sorted. */
export const packagesInsideNpm = ({entries}: NpmPackage): Promise<BundledPackage[]> => packagesOf(entries);
