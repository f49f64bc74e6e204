// A schema that stands in several scopes, written once: Spectral reads and compiles every copy at each start.

/**
 * The schemas of one value in several scopes, with what is the same in two of them, however deep in `properties`, as references
 * to `#/definitions/<key>`; and those definitions.
 */
export function sharedSchemas(schemas, key) {
  const definitions = {};
  return {schemas: share(schemas, key, definitions), definitions};
}

function share(schemas, key, definitions) {
  const names = [...new Set(schemas.flatMap((schema) => Object.keys(schema?.properties ?? {})))];
  const children = names.map((name) => [
    name,
    share(
      schemas.map((schema) => schema?.properties?.[name]),
      name,
      definitions,
    ),
  ]);
  const parents = schemas.map((schema, index) => {
    const own = children.flatMap(([name, child]) =>
      child[index] === undefined ? [] : [[name, child[index]]],
    );
    return own.length === 0 ? schema : {...schema, properties: Object.fromEntries(own)};
  });
  const whole = named(parents, key, definitions);
  const kinds = named(
    whole.map((schema) => schema?.allOf && {allOf: schema.allOf}),
    `${key}-kind`,
    definitions,
  );
  return whole.map((schema, index) => (kinds[index]?.$ref ? {...schema, allOf: [kinds[index]]} : schema));
}

/** Puts what occurs twice among the schemas, if it is more than a word, into the definitions. */
function named(schemas, key, definitions) {
  const texts = schemas.map((schema) => JSON.stringify(schema ?? null));
  return schemas.map((schema, index) => {
    const isShared = texts[index].length > 40 && texts.filter((text) => text === texts[index]).length > 1;
    if (!isShared) return schema;
    definitions[key] = schema;
    return {$ref: `#/definitions/${key}`};
  });
}
