import {skippedRules} from '../generate/rule-list.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS} from '../openapi/version.ts';
import {orNull, scopeSchemas} from '../settings/json-schema.ts';
import {EXTENSION, IGNORE_EXTENSION, type Scope} from '../settings/table.ts';
import type {JsonSchema} from '../settings/types/index.ts';

/** Published schemas of the versions, by the value of the field that declares it. Source: spec.openapis.org. */
const VERSIONS = [
  {field: 'swagger', pattern: '^2\\.0$', schema: 'https://json.schemastore.org/swagger-2.0.json'},
  {field: 'openapi', pattern: '^3\\.0', schema: 'https://spec.openapis.org/oas/3.0/schema/2021-09-28'},
  {field: 'openapi', pattern: '^3\\.1', schema: 'https://spec.openapis.org/oas/3.1/schema/2022-10-07'},
] as const;

/**
 * The JSON Schema of a whole OpenAPI description for editors: the published schema of its version, and ours for
 * `x-apigen` at the root, at path items and at operations. Draft-07, which every editor knows.
 */
export function descriptionSchema(): JsonSchema {
  const extension = (scope: Scope) => ({
    [EXTENSION]: {$ref: `#/definitions/${scope}`},
    [IGNORE_EXTENSION]: {$ref: '#/definitions/ignore'},
  });
  const operation = {$ref: '#/definitions/operationObject'};
  const item = {$ref: '#/definitions/pathItemObject'};
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/@apigen/cli/schema-openapi.json',
    title: `OpenAPI description with ${EXTENSION}`,
    type: 'object',
    allOf: VERSIONS.map(({field, pattern, schema}) => ({
      if: {required: [field], properties: {[field]: {type: 'string', pattern}}},
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {$ref: schema},
    })),
    properties: {
      ...extension('root'),
      paths: {patternProperties: {'^/': item}},
      components: {properties: {pathItems: {additionalProperties: item}}},
    },
    definitions: {
      pathItemObject: {
        properties: {
          ...extension('path'),
          ...Object.fromEntries(HTTP_METHODS['3.2'].map((method) => [method, operation])),
          [ADDITIONAL_OPERATIONS]: {additionalProperties: operation},
        },
      },
      operationObject: {properties: extension('operation')},
      ignore: orNull(skippedRules.schema(IGNORE_EXTENSION)),
      ...scopeSchemas(),
    },
  };
}
