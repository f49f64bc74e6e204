import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {unpackedNpmPackage} from '../tools.ts';

/** A library that is linked or embedded into Bun, and so is in every executable. */
export interface LinkedLibrary {
  readonly name: string;
  readonly url: string;
  /** An SPDX expression; of several licences to choose from, the one that is used here. */
  readonly license: string;
}

/** The npm package with the texts of the licences on SPDX's list. */
const LICENSE_LIST = {
  name: 'spdx-license-list',
  version: '6.12.0',
  integrity:
    'sha512-+nUYqm3aZMSHbjsthK+i/HHI2okTElCvqwUd4k8QcSk+FTGgjq+fsdFj2wZOaX6XmR2JdWhf/NeflNnvKOjcnQ==',
};

/** Of JavaScriptCore, Bun's page has a section. */
const JAVASCRIPTCORE: LinkedLibrary = {
  name: 'JavaScriptCore',
  url: 'https://github.com/oven-sh/webkit',
  license: 'LGPL-2.0-or-later AND BSD-2-Clause',
};

/** SPDX expressions for the words of Bun's page, and by name for libraries of which it only says that they have several licences. */
const EXPRESSIONS: ReadonlyMap<string, string> = new Map([
  ['MIT', 'MIT'],
  ['MIT licensed', 'MIT'],
  ['MIT (bundled xxhash is BSD 2-Clause)', 'MIT AND BSD-2-Clause'],
  ['MIT (portions derived from Chromium proto-quic, BSD 3-Clause)', 'MIT AND BSD-3-Clause'],
  ['BSD 2-Clause', 'BSD-2-Clause'],
  [
    'BSD 2-Clause (portions derived from libpng, PNG Reference Library License v2)',
    'BSD-2-Clause AND libpng-2.0',
  ],
  ['BSD 3-Clause', 'BSD-3-Clause'],
  ['BSD 3-Clause / IJG / zlib', 'BSD-3-Clause AND IJG AND Zlib'],
  ['Apache 2.0', 'Apache-2.0'],
  ['Apache 2.0 licensed', 'Apache-2.0'],
  ['zlib', 'Zlib'],
  ['LGPL v2.1', 'LGPL-2.1-only'],
  ['ICU license', 'Unicode-3.0'],
  ['dual-licensed under the Perl License or the MIT License', 'MIT'],
  ['dual-licensed under the BSD License or GPLv2 license', 'BSD-3-Clause'],
  ['dual-licensed under CC0 1.0 or the BSD 2-Clause License', 'BSD-2-Clause'],
  ['public domain', 'blessing'],
  ['boringssl', 'Apache-2.0 AND OpenSSL AND ISC AND MIT AND BSD-3-Clause'],
  ['libarchive', 'BSD-2-Clause AND BSD-3-Clause'],
]);

function expressionOf(name: string, words: string): string {
  const found = EXPRESSIONS.get(name) ?? EXPRESSIONS.get(words);
  if (found === undefined)
    throw new Error(`unknown licence of ${name} in Bun, "${words}": add it to EXPRESSIONS`);
  return found;
}

/** A row of a table: a link with the name, and the licence, as words or a link. */
const ROW = /^\|[^|[]*\[`?([^\]`]+)`?\]\(([^)]+)\)[^|]*\| *\[?([^|\]]*[^|\] ])\]?(?:\([^)|]*\))? *\|$/gm;

/**
 * Returns what is linked or embedded into Bun.
 *
 * @param page Bun's page about its licence, as Markdown
 * @throws an error if a licence is not known
 */
export function linkedLibraries(page: string): LinkedLibrary[] {
  const listed = [...page.matchAll(ROW)].map(([, name = '', url = '', words = '']) => ({
    name,
    url,
    license: expressionOf(name, words),
  }));
  return [JAVASCRIPTCORE, ...listed];
}

/** The SPDX identifiers in the licences of libraries, sorted. */
export function licenseIds(libraries: readonly LinkedLibrary[]): string[] {
  return [...new Set(libraries.flatMap(({license}) => license.split(' AND ')))].sort();
}

/** Returns the texts of the licences of libraries, from SPDX's list. */
export async function licenseTexts(libraries: readonly LinkedLibrary[]): Promise<string[]> {
  const {name, version} = LICENSE_LIST;
  const folder = await unpackedNpmPackage(path.join(name, version), LICENSE_LIST);
  const read = async (id: string) => {
    const {licenseText} = JSON.parse(await readFile(path.join(folder, 'licenses', `${id}.json`), 'utf8'));
    return `Text of ${id}\n\n${licenseText.trim()}`;
  };
  return Promise.all(licenseIds(libraries).map(read));
}
