import {output} from '../../../release/run-program.ts';

/** Returns a new signing key, an armoured private OpenPGP key without a passphrase, made in the gpg folder `home`. */
export async function newKey(home: string): Promise<string> {
  const gpg = ['--homedir', home, '--batch', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', ''];
  await output('gpg', [
    ...gpg,
    '--quick-generate-key',
    'release test <test@apigen.example>',
    'ed25519',
    'sign',
  ]);
  const key = await output('gpg', [...gpg, '--armor', '--export-secret-keys']);
  await output('gpgconf', ['--homedir', home, '--kill', 'all']);
  return key;
}
