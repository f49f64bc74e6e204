import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {bunLicense} from '../executables/compile.ts';
import {linkedLibraries} from '../executables/linked-libraries.ts';
import {BUN_VERSION} from '../executables/platforms.ts';
import {PROGRAMS, type Release, ROOT} from '../product.ts';
import {output} from '../tools.ts';

/** What is read here of a CycloneDX document, as npm writes it. */
interface Bom {
  readonly metadata: object;
  readonly components: readonly Component[];
  readonly dependencies: readonly {readonly ref: string; readonly dependsOn: readonly string[]}[];
}

interface Component {
  readonly 'bom-ref': string;
}

/** Bun is in every executable, but is not a dependency that npm lists. */
const BUN = `bun@${BUN_VERSION}`;

/** Bun and the libraries in it, of which Bun does not name the versions. */
async function bunComponents(): Promise<Component[]> {
  const bun = {
    'bom-ref': BUN,
    type: 'framework',
    name: 'bun',
    version: BUN_VERSION,
    purl: `pkg:npm/${BUN}`,
    licenses: [{license: {id: 'MIT'}}],
  };
  const libraries = linkedLibraries(await bunLicense()).map(({name, url, license}) => ({
    'bom-ref': `${BUN}/${name}`,
    type: 'library',
    name,
    licenses: [{expression: license}],
    externalReferences: [{type: 'website', url}],
  }));
  return [bun, ...libraries];
}

/** A package in `third-party-notices.txt`: `ref` is `name@version`, `license` an SPDX expression. */
export async function packagesIn(notices: string): Promise<{ref: string; license: string}[]> {
  const headings = (await readFile(notices, 'utf8')).matchAll(/^-{80}\n\n(\S+) (\S+) \((.+)\)$/gm);
  return [...headings].map(([, name, version, license = '']) => ({ref: `${name}@${version}`, license}));
}

/** References to the packages that npm installs with ours. `npm sbom --omit=dev` leaves out those that development dependencies need too. */
async function installedPackages({version: own}: Release): Promise<string[]> {
  const lock: {packages: Record<string, {version?: string; dev?: true}>} = JSON.parse(
    await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([, {dev}]) => !dev)
    .map(([folder, {version = own}]) => `${folder.replace(/.*node_modules\//, '')}@${version}`);
}

/** A UUID derived from a text: version 8 of RFC 9562. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5');
}

/**
 * Returns npm's list reduced to the packages `inside` an artifact, with the components of Bun. npm's time and random serial number are
 * replaced, so that the same commit gives the same bytes.
 */
function billOf(
  name: string,
  inside: readonly string[],
  bun: readonly Component[],
  all: Bom,
  {version, epoch}: Release,
) {
  const ref = `${name}@${version}`;
  const packages = all.components
    .filter((one) => one['bom-ref'] !== ref && inside.includes(one['bom-ref']))
    // npm names a workspace after its folder.
    .map((one) => ({...one, name: one['bom-ref'].replace(/@[^@]*$/, '')}));
  const components = [...packages, ...bun];
  const refs = components.map((one) => one['bom-ref']);
  const known = new Set(refs);
  const isLibrary = (one: string) => one.startsWith(`${BUN}/`);
  const own = {type: 'application', name, version, 'bom-ref': ref, licenses: [{license: {id: 'Apache-2.0'}}]};
  const bom = {
    ...all,
    serialNumber: undefined,
    metadata: {...all.metadata, timestamp: new Date(epoch * 1000).toISOString(), component: own},
    components,
    dependencies: [
      {ref, dependsOn: refs.filter((one) => !isLibrary(one))},
      ...all.dependencies
        .filter((one) => one.ref !== ref && known.has(one.ref))
        .map((one) => ({...one, dependsOn: one.dependsOn.filter((other) => known.has(other))})),
      ...bun.map((one) => ({
        ref: one['bom-ref'],
        dependsOn: one['bom-ref'] === BUN ? refs.filter(isLibrary) : [],
      })),
    ],
  };
  return {...bom, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bom))}`};
}

/** Writes a CycloneDX bill of materials for each program and for each npm package, of what their notices and package-lock.json name. */
export async function writeSboms(release: Release): Promise<void> {
  const {folder, version} = release;
  const all: Bom = JSON.parse(
    await output('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {cwd: ROOT}),
  );
  const write = async (name: string, inside: readonly string[], bun: readonly Component[] = []) => {
    const file = `${name.replace(/^@/, '').replace('/', '-')}_${version}_sbom.cdx.json`;
    const bill = billOf(name, inside, bun, all, release);
    await writeFile(path.join(folder, file), `${JSON.stringify(bill, null, 2)}\n`);
  };
  const inNotices = async (directory: string) =>
    (await packagesIn(path.join(directory, 'third-party-notices.txt'))).map(({ref}) => ref);
  for (const {name} of PROGRAMS)
    await write(
      name,
      await inNotices(path.join(folder, 'executables', `${name}_extras`)),
      await bunComponents(),
    );
  const inTracer = await inNotices(path.join(ROOT, 'plugins', 'tracer', 'dist'));
  await write('@apigen/plugin-tracer', inTracer);
  const inCli = await inNotices(path.join(ROOT, 'dist'));
  await write('@apigen/cli', [...inCli, ...inTracer, ...(await installedPackages(release))]);
}
