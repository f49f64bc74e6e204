import {EXTENSION} from './extension.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS} from './openapi.ts';
import type {Scope} from './settings.ts';
import {type JsonSchema, settingsSchema} from './settings-schema.ts';

export const DESCRIPTION_SCHEMA_ID = 'https://unpkg.com/apigen/schema-openapi.json';

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
  const definitions = settingsSchema().$defs;
  const extension = (scope: Scope) => ({[EXTENSION]: {$ref: `#/definitions/${scope}`}});
  const operation = {properties: extension('operation')};
  const methods = Object.fromEntries(HTTP_METHODS['3.2'].map((method) => [method, operation]));
  const item = {
    properties: {
      ...extension('path'),
      ...methods,
      [ADDITIONAL_OPERATIONS]: {additionalProperties: operation},
    },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: DESCRIPTION_SCHEMA_ID,
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
    definitions,
  };
}
