import {codeOf, FixableError, type Reasons, SYSTEM_REASONS, unknownReason} from './system-error.ts';

/** A document that could not be read; the message is the reason. */
export class UnreadableSource extends FixableError {
  override readonly name = 'UnreadableSource';
}

/** What a relative path is relative to, by where it is written. */
const PATH_BASES = {
  'command line': 'the working directory',
  reference: 'the file that holds the `$ref`',
  configuration: 'the folder of redocly.yaml',
  kustomization: 'the folder of the kustomization',
} as const;

export type PathBase = keyof typeof PATH_BASES;

const REASONS: Reasons = {
  ...SYSTEM_REASONS,
  ENOTDIR: ['no such file', 'a part of the path is a file, not a directory'],
  EACCES: ['permission denied', 'check the permissions of the file'],
  EPERM: ['permission denied', 'check the permissions of the file'],
};

/** Why a document cannot be read; `base` is what its path was relative to. */
export function toUnreadable(error: unknown, base: PathBase = 'command line'): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const code = codeOf(error) ?? '';
  const missing = ['no such file', `check the path; it is relative to ${PATH_BASES[base]}`] as const;
  const other = [unknownReason('cannot be read', error), 'check the file'] as const;
  const [message, hint] = code === 'ENOENT' ? missing : (REASONS[code] ?? other);
  return new UnreadableSource(message, hint, {cause: error});
}

/** Why a remote document cannot be read. */
export function toUnreachable(error: unknown): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const message = unknownReason('cannot be read', error);
  const hint = /CERT|ISSUER|SIGNATURE/.test(codeOf(error) ?? '')
    ? 'set NODE_EXTRA_CA_CERTS to the certificates of its issuer, or correct the address'
    : 'check the address and the network';
  return new UnreadableSource(message, hint, {cause: error});
}
