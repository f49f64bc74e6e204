import {readFile} from 'node:fs/promises';
import path from 'node:path';

/** The licences of the packages whose code is in `dist/`. An executable contains more packages, and a file of its own. */
export const NOTICES = 'dist/third-party-notices.txt';

/** The page of `apigen report` without its data. */
export const PAGE = 'dist/report.html';

/** Files that commands print or fill in, by their paths in the package. */
export const SHIPPED_FILES = [
  PAGE,
  'schema.json',
  'schema-openapi.json',
  'schema-mesh-routes.json',
  'rulesets/apigen.spectral.yaml',
  NOTICES,
] as const;

/** Those and the pages that `apigen help` prints. */
export type ShippedFile = (typeof SHIPPED_FILES)[number] | `docs/${string}.md`;

let embedded: ((name: ShippedFile) => string) | undefined;

/** Sets where shipped files are read from when there is no package: a single executable contains them. */
export function embedShippedFiles(read: (name: ShippedFile) => string): void {
  embedded = read;
}

/** The text of a shipped file; `root` is the folder of the package. */
export async function shippedFile(name: ShippedFile, root: string): Promise<string> {
  return embedded ? embedded(name) : readFile(path.join(root, name), 'utf8');
}
