import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {BUN_VERSION} from '../executables/platforms.ts';
import {PROGRAMS, type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';

/** Bun is in every executable, but is not a dependency that npm lists. */
const BUN = {
  'bom-ref': `bun@${BUN_VERSION}`,
  type: 'framework',
  name: 'bun',
  version: BUN_VERSION,
  purl: `pkg:npm/bun@${BUN_VERSION}`,
  licenses: [{license: {id: 'MIT'}}],
};

/** A UUID derived from a text: version 8 of RFC 9562. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The fields of a CycloneDX component that are read here. */
interface Component {
  name: string;
  readonly 'bom-ref': string;
}

interface Bom {
  serialNumber?: string;
  metadata: {timestamp: string; component: Component & {type: string}};
  components: Component[];
  dependencies: {readonly ref: string; dependsOn: string[]}[];
}

async function npmSbom(...options: string[]): Promise<Bom> {
  return JSON.parse(
    await output('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...options], {cwd: ROOT}),
  );
}

/** The packages whose code is in an executable, as `name@version`. They include development dependencies, since those are bundled. */
async function packagesInside(): Promise<Set<string>> {
  const {metafile} = await build({
    absWorkingDir: ROOT,
    entryPoints: PROGRAMS.map(({entry}) => entry),
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    outdir: 'dist',
    metafile: true,
    logLevel: 'error',
  });
  const folders = Object.keys(metafile.inputs).flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const manifests = [...new Set(folders)].map((folder) =>
    readFile(path.join(ROOT, folder, 'package.json'), 'utf8'),
  );
  return new Set(
    (await Promise.all(manifests))
      .map((text) => JSON.parse(text))
      .map(({name, version}) => `${name}@${version}`),
  );
}

/**
 * Writes the CycloneDX bill of materials of the release: dependencies and bundled packages from npm's list, and Bun. npm's time and random serial
 * number are replaced, so that the same commit gives the same bytes.
 */
export async function writeSbom({folder, version, epoch}: Release): Promise<void> {
  const [bom, installed, inside] = await Promise.all([npmSbom(), npmSbom('--omit=dev'), packagesInside()]);
  const released = new Set([...installed.components.map((component) => component['bom-ref']), ...inside]);
  bom.metadata.timestamp = new Date(epoch * 1000).toISOString();
  bom.metadata.component.type = 'application';
  bom.components = [...bom.components.filter((component) => released.has(component['bom-ref'])), BUN];
  // npm names a workspace after its folder.
  for (const component of [bom.metadata.component, ...bom.components]) {
    component.name = component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@'));
  }
  const known = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']));
  bom.dependencies = bom.dependencies
    .filter(({ref}) => known.has(ref))
    .map(({ref, dependsOn}) => ({ref, dependsOn: dependsOn.filter((other) => known.has(other))}));
  bom.dependencies.push({ref: BUN['bom-ref'], dependsOn: []});
  delete bom.serialNumber;
  bom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  await writeFile(path.join(folder, `apigen_${version}_sbom.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
}
