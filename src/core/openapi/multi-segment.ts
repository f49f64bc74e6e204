import {isMap} from '../json.ts';
import {childLocation, type FoundFault} from '../problem.ts';
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
  /** What `$ref`s of each document lead to, by their texts: many operations have the same parameters. */
  readonly parameters: Map<string, Map<string, PathParameter>>;
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
  const known = context.parameters.get(location.uri) ?? new Map<string, PathParameter>();
  context.parameters.set(location.uri, known);
  let names = inherited;
  for (const value of list) {
    const reference = ownReference(value);
    const place = () => childLocation(childLocation(location, 'parameters'), String(list.indexOf(value)));
    const parameter = known.get(reference) ?? readParameter({value, location: place()}, context);
    if (reference !== '') known.set(reference, parameter);
    const {name, isMultiSegment} = parameter;
    if (name !== undefined && isMultiSegment) names = [...names, name];
    else if (name !== undefined && names.includes(name)) names = names.filter((one) => one !== name);
  }
  return names;
}

/** The `$ref` of a parameter that has no other key: those next to it win. */
function ownReference(parameter: unknown): string {
  if (!isMap(parameter)) return '';
  const {[REFERENCE]: reference} = parameter;
  return typeof reference === 'string' && Object.keys(parameter).length === 1 ? reference : '';
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
