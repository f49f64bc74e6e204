import {mkdir, rm} from 'node:fs/promises';
import path from 'node:path';
import type {Release} from '../product.ts';
import {output} from '../run-program.ts';

/** What is published on the pages: from the name in the release's folder to the path below the address of the pages. */
const PAGES: Readonly<Record<string, string>> = {
  'install.sh': 'tracer/install.sh',
  'install-cli.sh': 'tracer/install-cli.sh',
  'install-cli.ps1': 'tracer/install-cli.ps1',
  charts: 'charts',
  deb: 'deb',
  rpm: 'rpm',
};

/** Recreates the folder `pages` with the paths of the addresses in `plugins/tracer/src/addresses.ts`. */
export async function layOutPages({folder}: Release): Promise<void> {
  const pages = path.join(folder, 'pages');
  await rm(pages, {recursive: true, force: true});
  for (const [from, to] of Object.entries(PAGES)) {
    await mkdir(path.dirname(path.join(pages, to)), {recursive: true});
    await output('cp', ['--recursive', '--link', path.join(folder, from), path.join(pages, to)]);
  }
}
