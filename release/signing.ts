import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {output} from './program.ts';

/** A key in a keyring of its own, which is removed by `close`. */
export interface Signer {
  readonly home: string;
  publicKey(): Promise<string>;
  close(): Promise<void>;
}

/**
 * The signer for `APIGEN_SIGNING_KEY`, an armoured private OpenPGP key without a passphrase, or undefined when it is not set: the
 * repositories are then unsigned, as the specification's `trusted=yes` and `gpgcheck=0` allow.
 */
export async function openSigner(key = process.env.APIGEN_SIGNING_KEY): Promise<Signer | undefined> {
  if (!key) return undefined;
  // gpg-agent's socket stands in the home; its path must be short.
  const home = await mkdtemp(path.join(tmpdir(), 'gpg-'));
  const gpg = (...args: string[]) => output('gpg', ['--homedir', home, '--batch', '--quiet', ...args]);
  const close = async () => {
    await output('gpgconf', ['--homedir', home, '--kill', 'all']);
    await rm(home, {recursive: true, force: true});
  };
  try {
    const file = path.join(home, 'key.asc');
    await writeFile(file, key, {mode: 0o600});
    await gpg('--import', file);
    await rm(file);
  } catch (cause) {
    await close();
    throw new Error('APIGEN_SIGNING_KEY is no private OpenPGP key that gpg can import', {cause});
  }
  return {home, close, publicKey: async () => `${await gpg('--armor', '--export')}\n`};
}

/** Writes the signature of `file`, made as `how` says, to `signature`. */
export async function sign(
  {home}: Signer,
  how: readonly string[],
  file: string,
  signature: string,
): Promise<void> {
  const where = ['--homedir', home, '--batch', '--yes', '--quiet', '--digest-algo', 'SHA256'];
  await output('gpg', [...where, '--output', signature, ...how, file]);
}
