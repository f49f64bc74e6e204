import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {readdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pipeline} from 'node:stream/promises';
import type {Release} from '../product.ts';
import {sign} from '../repositories/signing.ts';

/** The SHA-256 of a file in hexadecimal. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Writes `checksums.txt`, for `sha256sum -c`: one line for each file of the release's folder, sorted by name. A signer adds
 * `checksums.txt.asc`, a detached signature.
 */
export async function writeChecksums({folder, signer}: Release): Promise<void> {
  const file = path.join(folder, 'checksums.txt');
  const entries = await readdir(folder, {withFileTypes: true});
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('checksums.txt'))
    .map(({name}) => name);
  const lines: string[] = [];
  for (const name of names.sort()) lines.push(`${await sha256(path.join(folder, name))}  ${name}\n`);
  await writeFile(file, lines.join(''));
  if (signer) await sign(signer, ['--detach-sign', '--armor'], file, `${file}.asc`);
}
