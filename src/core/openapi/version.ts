import {isMap, type JsonMap, ownValue} from '../base/json.ts';
import {nearestWord} from '../base/nearest-key.ts';
import {childLocation, keyLocation, type Location, type Problem, problemOf} from '../base/problem.ts';
import {invalid, quote, typeName} from '../base/quote.ts';
import {otherFormat} from './other-formats.ts';

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

/** The map of further methods in a path item, since 3.2. Source: OpenAPI 3.2, Path Item Object. */
export const ADDITIONAL_OPERATIONS = 'additionalOperations';

const FIELDS = ['$ref', 'parameters'];
const FIELDS_OF_3 = [...FIELDS, 'summary', 'description', 'servers'];

/** All keys of a path item, per version, without extensions. Source: the Path Item Object of each version. */
export const PATH_ITEM_KEYS: Readonly<Record<OpenapiVersion, readonly string[]>> = {
  '2.0': [...HTTP_METHODS['2.0'], ...FIELDS],
  '3.0': [...HTTP_METHODS['3.0'], ...FIELDS_OF_3],
  '3.1': [...HTTP_METHODS['3.1'], ...FIELDS_OF_3],
  '3.2': [...HTTP_METHODS['3.2'], ...FIELDS_OF_3, ADDITIONAL_OPERATIONS],
};

/** The version that the value of `openapi` or `swagger` stands for; `undefined` when it is not one that is read. */
export function versionOf(field: 'openapi' | 'swagger', declared: unknown): OpenapiVersion | undefined {
  if (typeof declared !== 'string') return undefined;
  if (field === 'swagger') return declared === '2.0' ? '2.0' : undefined;
  const minor = /^(3\.[0-9]+)(\.|-|$)/.exec(declared)?.[1];
  return OPENAPI_VERSIONS.find((version) => version === minor);
}

/** The version that a document with an invalid version is closest to; `undefined` when it declares none. */
export function likelyVersion(document: JsonMap): OpenapiVersion | undefined {
  const declared = String(ownValue(document, 'openapi') ?? '');
  if (declared.startsWith('3')) return versionOf('openapi', declared) ?? '3.2';
  return String(ownValue(document, 'swagger') ?? '').startsWith('2') ? '2.0' : undefined;
}

/** A document that declares a version that is read. */
export interface OpenapiDocument {
  readonly document: JsonMap;
  readonly version: OpenapiVersion;
}

/** The meaning of an incomplete version: YAML reads `3.0` as the number 3. */
const MEANT: Readonly<Record<string, string>> = {
  '2': 'swagger: "2.0"',
  '3': 'openapi: "3.0.3"',
  '3.1': 'openapi: "3.1.0"',
  '3.2': 'openapi: "3.2.0"',
};

/** The keys that say which version a document has. */
const DECLARING = ['openapi', 'swagger'];

const notOpenapi = problemOf('not-openapi', 'error');

/** The description that `document` is, or the problem when it is not one. */
export function identify(document: unknown, uri: string): OpenapiDocument | Problem {
  const root: Location = {uri, pointer: ''};
  const start = 'begin it with `openapi: 3.1.0`';
  const message = 'not an OpenAPI description';
  if (!isMap(document))
    return notOpenapi(`${message}: expected a map, found ${typeName(document)}`, start, {location: root});
  const field = ownValue(document, 'openapi') !== undefined ? 'openapi' : 'swagger';
  const declared = ownValue(document, field);
  if (declared === undefined) {
    const [title, hint] = otherFormat(document) ?? [];
    const key = Object.keys(document).find((one) => nearestWord(one, DECLARING)) ?? '';
    const near = nearestWord(key, DECLARING);
    const misspelled = `unknown key ${quote(key)}, and \`${near}\` is missing`;
    const location = keyLocation(childLocation(root, key));
    if (near && !title) return notOpenapi(misspelled, `did you mean \`${near}\`?`, {location});
    const what = title ? ` but ${title}` : ': `openapi` or `swagger` is missing at the root';
    return notOpenapi(`${message}${what}`, hint ?? start, {location: root});
  }
  const version = versionOf(field, declared);
  if (version) return {document, version};
  const meant = MEANT[String(declared)];
  const isOther = typeof declared === 'string' || (typeof declared === 'number' && !meant);
  return notOpenapi(
    isOther
      ? `unsupported OpenAPI version ${quote(declared)}`
      : invalid(`\`${field}\``, declared, 'a string'),
    meant ? `write \`${meant}\`` : 'supported: OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0',
    {location: childLocation(root, field)},
  );
}
