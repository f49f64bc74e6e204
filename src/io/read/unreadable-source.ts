import {codeOf, type Reasons, SYSTEM_REASONS, unknownReason} from './system-error.ts';

/** A document that could not be read; the message is the reason. */
export class UnreadableSource extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableSource';
    this.hint = hint;
  }
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
  EISDIR: ['is a directory', 'name the file in it'],
  EACCES: ['permission denied', 'check the permissions of the file'],
  EPERM: ['permission denied', 'check the permissions of the file'],
  Z_BUF_ERROR: ['the gzip file is not complete', 'copy it again'],
  Z_DATA_ERROR: ['the gzip file is damaged', 'copy it again'],
  ENAMETOOLONG: ['no such file', 'use a shorter path'],
  // RFC 3986, section 2.2: encoded, the slash is data and divides nothing.
  ERR_INVALID_FILE_URL_PATH: [
    'a file name cannot contain `%2F`, which is an encoded slash',
    'write `/` between directories',
  ],
  ERR_INVALID_FILE_URL_HOST: ['files of other hosts cannot be read', 'use a path or an http(s) address'],
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

const CHECK_ADDRESS = 'check the address and the network';
const NOT_HTTP = ['the response is not HTTP', CHECK_ADDRESS] as const;
const DAMAGED = ['the compressed response is damaged', CHECK_ADDRESS] as const;
const NOT_TLS = ['the server does not speak TLS', 'check the port, or write `http://`'] as const;
const CERTIFICATE = 'set NODE_EXTRA_CA_CERTS to the certificates of its issuer, or correct the address';

/** Codes of the system, of Node and of Bun. */
const NETWORK_REASONS: Reasons = {
  ENOTFOUND: ['no such host', CHECK_ADDRESS],
  EAI_AGAIN: ['the host cannot be looked up', CHECK_ADDRESS],
  ECONNREFUSED: ['the connection was refused', CHECK_ADDRESS],
  ConnectionRefused: ['the connection was refused', CHECK_ADDRESS],
  FailedToOpenSocket: ['no such host', CHECK_ADDRESS],
  ECONNRESET: ['the server closed the connection', CHECK_ADDRESS],
  ConnectionClosed: ['the server closed the connection', CHECK_ADDRESS],
  UND_ERR_SOCKET: ['the server closed the connection', CHECK_ADDRESS],
  EHOSTUNREACH: ['the host cannot be reached', CHECK_ADDRESS],
  ENETUNREACH: ['the network cannot be reached', CHECK_ADDRESS],
  ETIMEDOUT: ['the connection timed out', CHECK_ADDRESS],
  UND_ERR_CONNECT_TIMEOUT: ['the connection timed out', CHECK_ADDRESS],
  UND_ERR_HEADERS_OVERFLOW: ['the headers of the response are too large', CHECK_ADDRESS],
  Malformed_HTTP_Response: NOT_HTTP,
  InvalidHTTPResponse: NOT_HTTP,
  InvalidContentLength: NOT_HTTP,
  UnrequestedUpgrade: NOT_HTTP,
  ZlibError: DAMAGED,
  BrotliDecompressionError: DAMAGED,
  ZstdDecompressionError: DAMAGED,
  Z_DATA_ERROR: DAMAGED,
  EPROTO: NOT_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  CERT_HAS_EXPIRED: ['the certificate of the server has expired', 'ask the owner of the server to renew it'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['the certificate of the server is for another host', CERTIFICATE],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['the certificate of the server is not trusted', CERTIFICATE],
  SELF_SIGNED_CERT_IN_CHAIN: ['the certificate of the server is not trusted', CERTIFICATE],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['the certificate of the server is not trusted', CERTIFICATE],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['the certificate of the server is not trusted', CERTIFICATE],
};

/** Why a remote document cannot be read. */
export function toUnreachable(error: unknown): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const [message, hint] = networkReason(error);
  return new UnreadableSource(message, hint, {cause: error});
}

function networkReason(error: unknown): readonly [message: string, hint: string] {
  const cause = causeOf(error);
  // By its name, since Node 24 gives it no code.
  if (cause.startsWith('HTTPParserError:')) return NOT_HTTP;
  // Node gives it no code. Source: the WHATWG's Fetch Standard, section 2.9.
  if (/\bbad port\b/.test(cause)) return ['the port is reserved for another protocol', 'use another port'];
  const code = codeOf(error) ?? '';
  // Node's codes for Brotli.
  if (code.startsWith('ERR__ERROR_FORMAT_')) return DAMAGED;
  return NETWORK_REASONS[code] ?? [unknownReason('cannot be read', error), CHECK_ADDRESS];
}

function causeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'cause' in error ? String(error.cause) : '';
}
