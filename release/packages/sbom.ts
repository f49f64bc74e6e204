import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {bunLicense} from '../executables/bun.ts';
import {linkedLibraries} from '../executables/linked-libraries.ts';
import {BUN_VERSION} from '../executables/platforms.ts';
import {PROGRAMS, type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';
import {NPM_PACKAGES, packagesInside, packagesInsideNpm} from './bundled-packages.ts';

/** Bun is in every executable, but is not a dependency that npm lists. */
const BUN = {
  'bom-ref': `bun@${BUN_VERSION}`,
  type: 'framework',
  name: 'bun',
  version: BUN_VERSION,
  purl: `pkg:npm/bun@${BUN_VERSION}`,
  licenses: [{license: {id: 'MIT'}}],
};

/** Bun and the libraries in it, of which Bun does not name the versions. */
async function runtimeComponents(): Promise<Component[]> {
  const libraries = linkedLibraries(await bunLicense()).map(({name, url, license}) => ({
    'bom-ref': `${BUN['bom-ref']}/${name}`,
    type: 'library',
    name,
    licenses: [{expression: license}],
    externalReferences: [{type: 'website', url}],
  }));
  return [BUN, ...libraries];
}

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

/** A CycloneDX document, as npm writes it. */
interface Bom {
  serialNumber?: string;
  metadata: {timestamp: string; component: object};
  components: Component[];
  dependencies: {readonly ref: string; dependsOn: string[]}[];
}

async function npmSbom(): Promise<Bom> {
  return JSON.parse(
    await output('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {cwd: ROOT}),
  );
}

/**
 * References to the packages that npm installs with ours. `npm sbom --omit=dev` leaves out those that development dependencies need too
 * (npm 11.19).
 */
async function installedPackages(): Promise<string[]> {
  const lock: {packages: Record<string, {version: string; dev?: true; link?: true; resolved?: string}>} =
    JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages).flatMap(([folder, {dev, link, resolved = '', version}]) => {
    const name = /.*node_modules\/(.+)/.exec(folder)?.[1];
    return name && !dev ? [`${name}@${link ? lock.packages[resolved]?.version : version}`] : [];
  });
}

/** What a bill is written for: the name of the artifact, and references (`name@version`) to the packages in it. */
interface Artifact {
  readonly name: string;
  readonly inside: readonly string[];
  readonly runtime: readonly Component[];
}

/**
 * Returns npm's list reduced to what is in an artifact. npm's time and random serial number are replaced, so that the same commit gives the
 * same bytes.
 */
function billOf({name, inside, runtime}: Artifact, all: Bom, {version, epoch}: Release): Bom {
  const ref = `${name}@${version}`;
  const refs = new Set(inside.filter((other) => other !== ref));
  // npm names a workspace after its folder.
  const listed = all.components
    .filter((component) => refs.has(component['bom-ref']))
    .map((component) => ({...component, name: nameIn(component['bom-ref'])}));
  const components = [...listed, ...runtime];
  const known = new Set(components.map((component) => component['bom-ref']));
  const {serialNumber: _, ...rest} = all;
  const bom: Bom = {
    ...rest,
    metadata: {
      ...all.metadata,
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        type: 'application',
        name,
        version,
        'bom-ref': ref,
        licenses: [{license: {id: 'Apache-2.0'}}],
      },
    },
    components,
    dependencies: [
      {ref, dependsOn: [...known].filter((one) => !isInBun(one))},
      ...all.dependencies
        .filter((dependency) => dependency.ref !== ref && known.has(dependency.ref))
        .map((dependency) => ({
          ...dependency,
          dependsOn: dependency.dependsOn.filter((other) => known.has(other)),
        })),
      ...runtime.map((component) => ({
        ref: component['bom-ref'],
        dependsOn: component === BUN ? [...known].filter(isInBun) : [],
      })),
    ],
  };
  return {...bom, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bom))}`};
}

const isInBun = (ref: string) => ref.startsWith(`${BUN['bom-ref']}/`);

/** The name in a reference: `@oclif/core` of `@oclif/core@4.9.0`. */
const nameIn = (ref: string) => ref.slice(0, ref.lastIndexOf('@'));

const refsOf = (packages: readonly {readonly name: string; readonly version: string}[]) =>
  packages.map(({name, version}) => `${name}@${version}`);

/**
 * Writes a CycloneDX bill of materials for each program (the packages in its executables, Bun, and the libraries in Bun) and for each npm package (its bundled
 * packages and its dependencies).
 */
export async function writeSboms(release: Release): Promise<void> {
  const [all, installed, runtime] = await Promise.all([npmSbom(), installedPackages(), runtimeComponents()]);
  const artifacts: readonly Artifact[] = [
    ...(await Promise.all(
      PROGRAMS.map(async (program) => ({
        name: program.name,
        inside: refsOf(await packagesInside(program)),
        runtime,
      })),
    )),
    ...(await Promise.all(
      NPM_PACKAGES.map(async (one) => ({
        name: one.name,
        inside: [...refsOf(await packagesInsideNpm(one)), ...(one.hasDependencies ? installed : [])],
        runtime: [],
      })),
    )),
  ];
  for (const artifact of artifacts) {
    const file = `${artifact.name.replace(/^@/, '').replace('/', '-')}_${release.version}_sbom.cdx.json`;
    await writeFile(
      path.join(release.folder, file),
      `${JSON.stringify(billOf(artifact, all, release), null, 2)}\n`,
    );
  }
}
