import {childrenOf, type Entry, EXTENSION, SCOPE_NAMES, SCOPES, type Scope, settingsIn} from './table.ts';
import type {JsonSchema} from './types/index.ts';

/**
 * The JSON Schema of `x-apigen`: the root's settings, and as definitions those of a path item and of an operation. It
 * refuses unknown keys other than `x-…` of others; `null` means "not set" everywhere, as for the generator. `errorMessage` is what editors show.
 *
 * Source: JSON Schema, draft 2020-12.
 */
export function settingsSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/@apigen/cli/schema.json',
    title: `${EXTENSION} of an OpenAPI description`,
    $ref: '#/$defs/root',
    $defs: scopeSchemas(),
  };
}

/** The JSON Schema of `x-apigen` in each scope, by the name of the scope. */
export function scopeSchemas(): {readonly [scope in Scope]?: JsonSchema} {
  return Object.fromEntries(
    SCOPES.map((scope) => [
      scope,
      {title: `${EXTENSION} at ${SCOPE_NAMES[scope]}`, ...groupSchema(settingsIn(scope), '')},
    ]),
  );
}

/** The JSON Schema of a map of nested keys: those of `entries` that begin with `prefix`. */
export function groupSchema(entries: readonly Entry[], prefix: string): JsonSchema {
  const children = childrenOf(entries, prefix);
  const properties = children.map(({name, entry, within}) => [
    name,
    entry ? entrySchema(entry) : groupSchema(within, `${prefix}${name}.`),
  ]);
  const forms = children.flatMap(({name, entry}) =>
    entry?.formOf ? [name, entry.formOf.key.slice(entry.formOf.key.lastIndexOf('.') + 1)] : [],
  );
  const errorMessage = `set only one of ${forms.map((name) => `\`${name}\``).join(', ')}`;
  const unset = forms.map((name) => ({properties: {[name]: {type: 'null', errorMessage}}}));
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(properties),
    patternProperties: {'^x-(?!apigen(-ignore)?$)': {}},
    additionalProperties: false,
    ...(unset.length > 0 && {anyOf: unset}),
  };
}

function entrySchema({key, type, default: value, example, summary}: Entry): JsonSchema {
  return {
    description: summary,
    ...orNull(type.schema(key)),
    ...(value === undefined ? {} : {default: value}),
    examples: [example],
  };
}

export function orNull({type, enum: values, ...keywords}: JsonSchema): JsonSchema {
  return {
    ...(type === undefined ? {} : {type: [type, 'null']}),
    ...(Array.isArray(values) ? {enum: [...values, null]} : {}),
    ...keywords,
  };
}
