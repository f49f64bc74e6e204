import {isMap, ownValue} from '../base/json.ts';
import {childLocation, type FoundFault} from '../base/problem.ts';
import {
  entryOf,
  type Placed,
  REFERENCE,
  type ReferenceContext,
  type Resolved,
  resolveMap,
} from './reference.ts';
import type {OpenapiVersion} from './version.ts';

/** The name of a parameter in the path, which others do not have, and whether it spans segments by its declaration. */
export interface PathParameter {
  readonly name?: string;
  readonly isMultiSegment?: boolean;
}

interface Context extends ReferenceContext {
  readonly version: OpenapiVersion;
  /** What `$ref`s lead to, by the URI of their document and their text: many operations have the same parameters. */
  readonly parameters: Map<string, PathParameter>;
}

/**
 * The names of the path parameters of a path item or an operation that span segments by their declaration.
 *
 * Source: docs/specification.md, 5.3.
 *
 * @param inherited those of the path item, for an operation, which may declare them otherwise
 */
export function multiSegmentParameters(
  maps: Resolved,
  inherited: readonly string[],
  context: Context,
): readonly string[] {
  const map = maps.find(({value}) => Object.hasOwn(value, 'parameters'));
  const list = map?.value.parameters;
  if (map === undefined || !Array.isArray(list)) return inherited;
  const {location} = map;
  const names = new Set(inherited);
  for (const value of list) {
    const id = ownReference(value, location.uri);
    const place = () => childLocation(childLocation(location, 'parameters'), String(list.indexOf(value)));
    const parameter = context.parameters.get(id) ?? readParameter({value, location: place()}, context);
    if (id !== '') context.parameters.set(id, parameter);
    const {name, isMultiSegment} = parameter;
    if (name === undefined) continue;
    if (isMultiSegment) names.add(name);
    else names.delete(name);
  }
  return [...names];
}

/** The `$ref` of a parameter in a document if it has no other key, since those next to it win; else an empty text. */
function ownReference(parameter: unknown, uri: string): string {
  const reference = ownValue(parameter, REFERENCE);
  const isAlone = isMap(parameter) && Object.keys(parameter).length === 1;
  return isAlone && typeof reference === 'string' ? `${uri} ${reference}` : '';
}

/** The extensions of parameters that span segments, for example in the descriptions of GitHub and Azure. */
const EXTENSIONS = ['x-multi-segment', 'x-multiSegment', 'x-ms-skip-url-encoding'];

/** Source: OpenAPI 3.2, Parameter Object, `allowReserved`. */
const KEYS_OF_3_2 = [...EXTENSIONS, 'allowReserved'];

function readParameter(placed: Placed, context: Context): PathParameter {
  const faults: FoundFault[] = [];
  const parameter = resolveMap(placed, 'a parameter', {...context, faults});
  // The routes are right in most cases.
  for (const fault of faults) {
    const message = `${fault.message}; if it is a path parameter, it matches one segment`;
    context.faults.push({...fault, code: 'unresolved-parameter', message});
  }
  const valueAt = (key: string) => parameter && entryOf(parameter, key)?.value;
  const name = valueAt('name');
  if (typeof name !== 'string' || valueAt('in') !== 'path') return {};
  const keys = context.version === '3.2' ? KEYS_OF_3_2 : EXTENSIONS;
  return {name, isMultiSegment: keys.some((key) => valueAt(key) === true)};
}
