import {isMap} from './json.ts';
import type {OpenapiDocument} from './openapi/description.ts';
import {detectVersion} from './openapi/version.ts';
import type {Problem} from './problem.ts';
import {invalid, kindOf, quote} from './quote.ts';

/** The description that `document` is, or the problem when it is not one. */
export function identify(document: unknown, uri: string): OpenapiDocument | Problem {
  const refuse = (pointer: string, message: string, hint: string): Problem => ({
    code: 'not-openapi',
    severity: 'error',
    message,
    hint,
    location: {uri, pointer},
  });
  const start = 'begin it with `openapi: 3.1.0`';
  if (!isMap(document))
    return refuse('', `not an OpenAPI description: expected a map, found ${kindOf(document)}`, start);
  const version = detectVersion(document);
  if (typeof version === 'string') return {document, version};
  const {field, declared} = version;
  if (field === undefined)
    return refuse('', 'not an OpenAPI description: `openapi` or `swagger` is missing at the root', start);
  return typeof declared === 'string'
    ? refuse(
        `/${field}`,
        `unsupported OpenAPI version ${quote(declared)}`,
        'supported: OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0',
      )
    : refuse(
        `/${field}`,
        invalid(`\`${field}\``, declared, 'a string'),
        `quote it: \`${field}: "${field === 'swagger' ? '2.0' : '3.1.0'}"\``,
      );
}
