import {type JsonMap, ownValue} from '../json.ts';
import {MAX_METHOD_LENGTH} from '../limits.ts';

/** The versions of the OpenAPI Specification that are read. */
export const OPENAPI_VERSIONS = ['2.0', '3.0', '3.1', '3.2'] as const;
export type OpenapiVersion = (typeof OPENAPI_VERSIONS)[number];

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * The keys of a path item that are operations, per version. Source: the Path Item Object of each version
 * (`trace` is read in 2.0 too, where it is not a fixed field: a lost route would go unnoticed).
 */
export const HTTP_METHODS: Readonly<Record<OpenapiVersion, readonly string[]>> = {
  '2.0': METHODS,
  '3.0': METHODS,
  '3.1': METHODS,
  '3.2': [...METHODS, 'query'],
};

/** The map of further methods in a path item, and since when. Source: OpenAPI 3.2, Path Item Object. */
export const ADDITIONAL_OPERATIONS = 'additionalOperations';

/** True where a path item may hold `additionalOperations`. */
export function hasAdditionalOperations(version: OpenapiVersion): boolean {
  return version === '3.2';
}

/** A method name that HTTP allows, a token of RFC 9110, section 5.6.2, of at most `MAX_METHOD_LENGTH` characters. */
export function isMethodName(name: string): boolean {
  return name.length <= MAX_METHOD_LENGTH && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** `paths` may be left out since OpenAPI 3.1, where webhooks or components are enough. */
export function requiresPaths(version: OpenapiVersion): boolean {
  return version === '2.0' || version === '3.0';
}

/** The version that a document with an invalid version is closest to; `undefined` when it declares none. */
export function likelyVersion(document: JsonMap): OpenapiVersion | undefined {
  const declared = String(ownValue(document, 'openapi') ?? '');
  if (declared.startsWith('3')) return minorVersion(declared) ?? '3.2';
  return String(ownValue(document, 'swagger') ?? '').startsWith('2') ? '2.0' : undefined;
}

/** Why a document does not declare a version that is read. */
export interface VersionFault {
  readonly field: 'openapi' | 'swagger' | undefined;
  readonly declared: unknown;
}

/** The version that `document` declares, or the fault when it is not one that is read. */
export function detectVersion(document: JsonMap): OpenapiVersion | VersionFault {
  const field = ownValue(document, 'openapi') !== undefined ? 'openapi' : 'swagger';
  const declared = ownValue(document, field);
  if (declared === undefined) return {field: undefined, declared};
  if (typeof declared !== 'string') return {field, declared};
  const version = field === 'swagger' ? (declared === '2.0' ? '2.0' : undefined) : minorVersion(declared);
  return version ?? {field, declared};
}

function minorVersion(declared: string): OpenapiVersion | undefined {
  const minor = /^(3\.[0-9]+)(\.|-|$)/.exec(declared)?.[1];
  return OPENAPI_VERSIONS.find((version) => version === minor);
}
