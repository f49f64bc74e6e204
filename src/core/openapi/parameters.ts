import {isMap, ownValue} from '../base/json.ts';
import {childLocation, type FoundFault} from '../base/problem.ts';
import type {DescribedParameter} from './operation.ts';
import {schemaOf} from './parameter-schema.ts';
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
