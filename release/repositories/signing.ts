import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {output} from '../run-program.ts';

/** A key in a temporary keyring, which `close` removes. */
export interface Signer {
  readonly home: string;
  /** The file with the private key, readable by this user only. */
  readonly keyFile: string;
  publicKey(): Promise<string>;
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
  const gpg = (...args: string[]) => output('gpg', ['--homedir', home, '--batch', '--quiet', ...args]);
  const close = async () => {
    await output('gpgconf', ['--homedir', home, '--kill', 'all']);
    await rm(home, {recursive: true, force: true});
  };
  const keyFile = path.join(home, 'key.asc');
  try {
    await writeFile(keyFile, key, {mode: 0o600});
    await gpg('--import', keyFile);
  } catch (cause) {
    await close();
    throw new Error(
      'invalid APIGEN_SIGNING_KEY: expected an armoured private OpenPGP key without a passphrase',
      {
        cause,
      },
    );
  }
  return {home, keyFile, close, publicKey: async () => `${await gpg('--armor', '--export')}\n`};
}

/** Signs `file` with gpg's `options`, such as `--clearsign`, and writes the result to `signature`. */
export async function sign(
  {home}: Signer,
  options: readonly string[],
  file: string,
  signature: string,
): Promise<void> {
  const common = ['--homedir', home, '--batch', '--yes', '--quiet', '--digest-algo', 'SHA256'];
  await output('gpg', [...common, '--output', signature, ...options, file]);
}
