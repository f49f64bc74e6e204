import {isMap, ownValue} from '../base/json.ts';
import {childLocation, type FoundFault} from '../base/problem.ts';
import type {Operation} from './operation.ts';
import {schemaOf} from './parameter-schema.ts';
import {entryOf, type Placed, REFERENCE, type Resolved} from './placed.ts';
import {resolveMap} from './reference.ts';
import type {PathParameter, Walk} from './walk.ts';

/** The extensions of parameters that span segments, for example in the descriptions of GitHub and Azure. */
const EXTENSIONS = ['x-multi-segment', 'x-multiSegment', 'x-ms-skip-url-encoding'];

/** Source: OpenAPI 3.2, Parameter Object, `allowReserved`. */
const KEYS_OF_3_2 = [...EXTENSIONS, 'allowReserved'];

/**
 * The path parameters of an operation, the last one of each name, and the names of those that span segments by their declaration, and of those
 * that may be empty then.
 *
 * Source: docs/specification.md, 5.3.
 */
export function pathParameters(
  parameters: readonly PathParameter[],
): Pick<Operation, 'multiSegment' | 'converters' | 'parameters'> {
  const last = [...new Map(parameters.map((parameter) => [parameter.name, parameter])).values()];
  const namesOf = (key: 'isMultiSegment' | 'isConverter') =>
    last.flatMap((parameter) => (parameter[key] && parameter.name !== undefined ? parameter.name : []));
  return {
    multiSegment: namesOf('isMultiSegment'),
    converters: namesOf('isConverter'),
    parameters: last.flatMap(({described}) => described ?? []),
  };
}

/** The parameters of a path item or an operation whose path has some. */
export function readParameters(path: string, maps: Resolved, walk: Walk): readonly PathParameter[] {
  const found = path.includes('{') ? entryOf(maps, 'parameters') : undefined;
  const {value: list, location} = found ?? {};
  if (!Array.isArray(list) || location === undefined) return [];
  return list.map((value, index) => {
    const id = ownReference(value, location.uri);
    const placed = () => ({value, location: childLocation(location, String(index))});
    const parameter = walk.parameters.get(id) ?? resolvedParameter(placed(), walk);
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

function resolvedParameter(placed: Placed, walk: Walk): PathParameter {
  const faults: FoundFault[] = [];
  const maps = resolveMap(placed, 'a parameter', {...walk, faults});
  // The routes are right in most cases.
  for (const fault of faults) {
    const message = `${fault.message}; if it is a path parameter, it matches one segment`;
    walk.faults.push({...fault, code: 'unresolved-parameter', message});
  }
  return maps ? readParameter(maps, walk) : {};
}

function readParameter(parameter: Resolved, walk: Walk): PathParameter {
  const valueAt = (key: string) => entryOf(parameter, key)?.value;
  const name = valueAt('name');
  if (typeof name !== 'string' || valueAt('in') !== 'path') return {};
  const keys = walk.version === '3.2' ? KEYS_OF_3_2 : EXTENSIONS;
  const format = ownValue(valueAt('schema'), 'format') ?? valueAt('format');
  return {
    name,
    isMultiSegment: keys.some((key) => valueAt(key) === true),
    isConverter: format === 'path',
    described: {name, location: parameter[0].location, ...schemaOf(parameter, walk)},
  };
}
