import {createHash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {BUN_VERSION} from './platforms.ts';
import {type Release, ROOT} from './product.ts';
import {output} from './program.ts';

/** Bun is in every executable, but no dependency that npm knows of. */
const BUN = {
  'bom-ref': `bun@${BUN_VERSION}`,
  type: 'framework',
  name: 'bun',
  version: BUN_VERSION,
  purl: `pkg:npm/bun@${BUN_VERSION}`,
  licenses: [{license: {id: 'MIT'}}],
};

/** An UUID that is the same for the same text, as RFC 9562 lays out version 8. */
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

/**
 * Writes the CycloneDX bill of materials of what is released: npm's own list of the dependencies, and Bun. npm stamps it with the time and
 * a random number; both are replaced, so that the same commit gives the same bytes.
 */
export async function writeSbom({folder, version, epoch}: Release): Promise<void> {
  const told = await output('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], {
    cwd: ROOT,
  });
  const bom = JSON.parse(told);
  bom.metadata.timestamp = new Date(epoch * 1000).toISOString();
  // npm calls it by the name of the folder that the repository stands in.
  bom.metadata.component.name = 'apigen';
  bom.metadata.component.type = 'application';
  bom.components.push(BUN);
  bom.dependencies.push({ref: BUN['bom-ref'], dependsOn: []});
  delete bom.serialNumber;
  bom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  await writeFile(path.join(folder, `apigen_${version}_sbom.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
}
