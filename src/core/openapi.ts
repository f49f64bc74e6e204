import {type JsonMap, ownValue} from './json-pointer.ts';
import {type Problem, quote} from './problem.ts';

/** The versions of the OpenAPI Specification that are read. */
export const OPENAPI_VERSIONS = ['2.0', '3.0', '3.1', '3.2'] as const;
export type OpenapiVersion = (typeof OPENAPI_VERSIONS)[number];

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * The keys of a path item that are operations, per version. Source: the Path Item Object of each version
 * (`trace` is read in 2.0 too, where it is no fixed field: a route is better than silence).
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

/** A method name that HTTP allows: a token of RFC 9110, section 5.6.2. */
export function isMethodName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** `paths` may be left out since OpenAPI 3.1, where webhooks or components are enough. */
export function requiresPaths(version: OpenapiVersion): boolean {
  return version === '2.0' || version === '3.0';
}

/** The version whose rules a document with a wrong version is closest to; `undefined` when it declares none at all. */
export function likelyVersion(document: JsonMap): OpenapiVersion | undefined {
  const declared = String(ownValue(document, 'openapi') ?? '');
  if (declared.startsWith('3')) return minorVersion(declared) ?? '3.2';
  return String(ownValue(document, 'swagger') ?? '').startsWith('2') ? '2.0' : undefined;
}

/** Which version `document` declares, or the problem when it is none that is read. */
export function detectVersion(document: JsonMap, uri: string): OpenapiVersion | Problem {
  const field = ownValue(document, 'openapi') !== undefined ? 'openapi' : 'swagger';
  const declared = ownValue(document, field);
  if (declared === undefined) {
    return notOpenapi(
      uri,
      '',
      'this is no OpenAPI description: neither `openapi` nor `swagger` stands at its root',
      'begin it with `openapi: 3.1.0`',
    );
  }
  if (typeof declared !== 'string') {
    return notOpenapi(
      uri,
      `/${field}`,
      `\`${field}\` must be a string, but it is ${quote(declared)}`,
      `put the version in quotes, for example \`${field}: "${field === 'swagger' ? '2.0' : '3.1.0'}"\``,
    );
  }
  const version = field === 'swagger' ? (declared === '2.0' ? '2.0' : undefined) : minorVersion(declared);
  return (
    version ??
    notOpenapi(
      uri,
      `/${field}`,
      `OpenAPI version ${quote(declared)} is not supported`,
      'OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0 are',
    )
  );
}

function minorVersion(declared: string): OpenapiVersion | undefined {
  const minor = /^(3\.[0-9]+)(\.|-|$)/.exec(declared)?.[1];
  return OPENAPI_VERSIONS.find((version) => version === minor);
}

function notOpenapi(uri: string, pointer: string, message: string, hint: string): Problem {
  return {code: 'not-openapi', severity: 'error', message, hint, location: {uri, pointer}};
}
