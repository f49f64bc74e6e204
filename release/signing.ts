import {mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {output} from './tools.ts';

/** A key in a temporary keyring, which `close` removes. */
export interface Signer {
  /** The file with the private key, readable by this user only. */
  readonly keyFile: string;
  gpg(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Returns the signer for `APIGEN_SIGNING_KEY`, an armoured private OpenPGP key without a passphrase. Undefined if it is not set: rpms, checksums
 * and repositories are then unsigned, which `trusted=yes` and `gpgcheck=0` allow. Throws if gpg cannot import the key.
 */
export async function openSigner(key = process.env.APIGEN_SIGNING_KEY): Promise<Signer | undefined> {
  if (!key) return undefined;
  // The home contains gpg-agent's socket, whose path must be short.
  const home = await mkdtemp(path.join(tmpdir(), 'gpg-'));
  const keyFile = path.join(home, 'key.asc');
  const gpg = (...args: string[]) =>
    output('gpg', ['--homedir', home, '--batch', '--yes', '--quiet', ...args]);
  await writeFile(keyFile, key, {mode: 0o600});
  await gpg('--import', keyFile);
  const close = async () => {
    await output('gpgconf', ['--homedir', home, '--kill', 'all']);
    await rm(home, {recursive: true, force: true});
  };
  return {keyFile, gpg, close};
}

/** Signs a file with gpg's `options`, such as `--clearsign`, and writes the result to `signature`, by default next to the file. */
export async function sign(
  {gpg}: Signer,
  file: string,
  signature = `${file}.asc`,
  options: readonly string[] = ['--detach-sign', '--armor'],
): Promise<void> {
  await gpg('--digest-algo', 'SHA256', '--output', signature, ...options, file);
}

/**
 * Writes `checksums.txt`: one line for each file of the release's folder, sorted by name. A signer adds `checksums.txt.asc`, a detached
 * signature.
 */
export async function writeChecksums({
  folder,
  signer,
}: {
  readonly folder: string;
  readonly signer?: Signer | undefined;
}): Promise<void> {
  const file = path.join(folder, 'checksums.txt');
  const entries = await readdir(folder, {withFileTypes: true});
  const names = entries.filter((entry) => entry.isFile()).map(({name}) => name);
  const listed = names.filter((name) => !name.startsWith('checksums.txt')).sort();
  await writeFile(file, `${await output('sha256sum', listed, {cwd: folder})}\n`);
  if (signer) await sign(signer, file);
}
