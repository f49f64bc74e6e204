import type {FoundFault, Location} from '../base/problem.ts';
import {type ParameterPattern, type ParameterSchema, parameterPattern} from '../routes/parameter-pattern.ts';
import type {DescribedParameter} from './operation.ts';
import {entryOf, type Placed, type Resolved} from './placed.ts';
import {resolveMap} from './reference.ts';
import type {Walk} from './walk.ts';

/**
 * The schema and the pattern of a parameter, read when first asked for; in Swagger 2.0 the schema is the parameter itself.
 * Any text matches where it has a `$ref` that cannot be followed.
 *
 * Source: OpenAPI 3.2 and Swagger 2.0, Parameter Object.
 */
export function schemaOf(parameter: Resolved, walk: Walk): Pick<DescribedParameter, 'schema' | 'pattern'> {
  const faults: FoundFault[] = [];
  let [schema, pattern]: [ParameterSchema?, ParameterPattern?] = [];
  const schemaOnce = (missing: Location[] = []) => {
    schema ??= readSchema(parameter, {...walk, faults, missing});
    return schema;
  };
  const patternOnce = () => {
    const ofSchema = schemaOnce();
    const [{message, hint} = {}] = faults;
    pattern ??= message === undefined ? parameterPattern(ofSchema) : {fault: message, ...(hint && {hint})};
    return pattern;
  };
  return {schema: schemaOnce, pattern: patternOnce};
}

function readSchema(parameter: Resolved, walk: Walk): ParameterSchema {
  const style = entryOf(parameter, 'style')?.value ?? 'simple';
  const schema = walk.version === '2.0' ? parameter[0] : entryOf(parameter, 'schema');
  const maps = schema && resolvedSchema(schema, walk, MAX_DEPTH);
  if (style !== 'simple' || entryOf(parameter, 'content') || maps === undefined) return {};
  const textAt = (key: string) => {
    const value = entryOf(maps, key)?.value;
    return typeof value === 'string' ? value : undefined;
  };
  const [types, all, only] = ['type', 'enum', 'const'].map((key) => entryOf(maps, key)?.value);
  const isOpen = ['anyOf', 'oneOf'].some((key) => entryOf(maps, key));
  const [type, ...otherTypes] = [types ?? (isOpen ? [] : 'string')].flat().filter((one) => one !== 'null');
  if (typeof type !== 'string' || otherTypes.length > 0) return {};
  const values = [only ?? all ?? []].flat().filter((one) => one !== null);
  const isKnown = values.every((one) =>
    type === 'integer' ? Number.isSafeInteger(one) : typeof one === 'string',
  );
  const choices = isKnown && (type === 'integer' || type === 'string') ? values.map(String).sort() : [];
  return {type, format: textAt('format'), pattern: textAt('pattern'), choices};
}

/** How deep schemas are followed through `allOf` with one entry. */
const MAX_DEPTH = 10;

/** A schema with what its `$ref` and its `allOf` with one entry lead to; keys of an earlier one win. */
function resolvedSchema(schema: Placed, walk: Walk, depth: number): Resolved | undefined {
  const maps = resolveMap(schema, 'a schema', walk);
  const {value, location} = (maps && entryOf(maps, 'allOf')) ?? schema;
  if (maps === undefined || !Array.isArray(value) || value.length !== 1 || depth === 0) return maps;
  return [...maps, ...(resolvedSchema({value: value[0], location}, walk, depth - 1) ?? [])];
}
