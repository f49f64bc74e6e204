import {groupSchema} from '../settings/json-schema.ts';
import type {JsonSchema} from '../settings/types/index.ts';
import {API_VERSION, KIND, SPEC_ENTRIES} from './mesh-routes.ts';

/**
 * The JSON Schema of a `MeshRoutes`, the `functionConfig` of `apigen krm`. It refuses unknown keys; `null` means "not set".
 *
 * Source: JSON Schema, draft 2020-12.
 */
export function meshRoutesSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/@apigen/cli/schema-mesh-routes.json',
    title: `${KIND}, the functionConfig of \`apigen krm\``,
    type: 'object',
    properties: {
      apiVersion: {const: API_VERSION},
      kind: {const: KIND},
      metadata: {type: 'object'},
      spec: groupSchema(SPEC_ENTRIES, ''),
    },
    required: ['apiVersion', 'kind'],
    additionalProperties: false,
  };
}
