import {isMap, ownValue} from '../base/json.ts';
import {childLocation, type FoundFault, type Location} from '../base/problem.ts';
import {type ParameterPattern, type ParameterSchema, parameterPattern} from '../routes/parameter-pattern.ts';
import type {DescribedParameter} from './operation.ts';
import {entryOf, type Placed, REFERENCE, type Resolved} from './placed.ts';
import {resolveMap} from './reference.ts';
import type {Walk} from './walk.ts';

/** The extensions of parameters that span segments, for example in the descriptions of GitHub and Azure. */
const EXTENSIONS = ['x-multi-segment', 'x-multiSegment', 'x-ms-skip-url-encoding'];

/** Source: OpenAPI 3.2, Parameter Object, `allowReserved`. */
const KEYS_OF_3_2 = [...EXTENSIONS, 'allowReserved'];

/** The path parameters of a path item or an operation whose path has some. Source: docs/specification.md, 5.3. */
export function readParameters(path: string, maps: Resolved, walk: Walk): readonly DescribedParameter[] {
  const {value: list, location} = (path.includes('{') && entryOf(maps, 'parameters')) || {};
  if (!Array.isArray(list) || location === undefined) return [];
  return list.flatMap((value, index) => {
    const id = ownReference(value, location.uri);
    const place = () => childLocation(location, String(index));
    const parameter = walk.parameters.get(id) ?? resolveParameter({value, location: place()}, walk);
    if (id !== '') walk.parameters.set(id, parameter);
    return parameter;
  });
}

/** The `$ref` of a parameter in a document if it has no other key, since those next to it win; else an empty text. */
function ownReference(parameter: unknown, uri: string): string {
  const reference = ownValue(parameter, REFERENCE);
  const isAlone = isMap(parameter) && Object.keys(parameter).length === 1;
  return isAlone && typeof reference === 'string' ? `${uri} ${reference}` : '';
}

function resolveParameter(placed: Placed, walk: Walk): readonly DescribedParameter[] {
  const faults: FoundFault[] = [];
  const maps = resolveMap(placed, 'a parameter', {...walk, faults});
  // The routes are right in most cases.
  for (const fault of faults) {
    const message = `${fault.message}; if it is a path parameter, it matches one segment`;
    walk.faults.push({...fault, code: 'unresolved-parameter', message});
  }
  return maps ? readParameter(maps, walk) : [];
}

function readParameter(parameter: Resolved, walk: Walk): readonly DescribedParameter[] {
  const valueAt = (key: string) => entryOf(parameter, key)?.value;
  const name = valueAt('name');
  if (typeof name !== 'string' || valueAt('in') !== 'path') return [];
  const keys = walk.version === '3.2' ? KEYS_OF_3_2 : EXTENSIONS;
  const isConverter = (ownValue(valueAt('schema'), 'format') ?? valueAt('format')) === 'path';
  const isMultiSegment = keys.some((key) => valueAt(key) === true);
  return [{name, isMultiSegment, isConverter, location: parameter[0].location, ...schemaOf(parameter, walk)}];
}

/**
 * The schema and the pattern of a parameter, read when first asked for; in Swagger 2.0 the schema is the parameter itself.
 * Any text matches where it has a `$ref` that cannot be followed.
 *
 * Source: OpenAPI 3.2 and Swagger 2.0, Parameter Object.
 */
function schemaOf(parameter: Resolved, walk: Walk): Pick<DescribedParameter, 'schema' | 'pattern'> {
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
