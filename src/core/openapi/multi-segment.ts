import {entryOf, type Resolved} from './placed.ts';
import type {OpenapiVersion} from './version.ts';

/** The name of a parameter in the path, which others do not have, and whether it spans segments by its declaration. */
export interface PathParameter {
  readonly name?: string;
  readonly isMultiSegment?: boolean;
}

/** The extensions of parameters that span segments, for example in the descriptions of GitHub and Azure. */
const EXTENSIONS = ['x-multi-segment', 'x-multiSegment', 'x-ms-skip-url-encoding'];

/** Source: OpenAPI 3.2, Parameter Object, `allowReserved`. */
const KEYS_OF_3_2 = [...EXTENSIONS, 'allowReserved'];

export function readParameter(parameter: Resolved, version: OpenapiVersion): PathParameter {
  const valueAt = (key: string) => entryOf(parameter, key)?.value;
  const name = valueAt('name');
  if (typeof name !== 'string' || valueAt('in') !== 'path') return {};
  const keys = version === '3.2' ? KEYS_OF_3_2 : EXTENSIONS;
  return {name, isMultiSegment: keys.some((key) => valueAt(key) === true)};
}

/**
 * The names of the path parameters that span segments by their declaration, the last one of each name.
 *
 * Source: docs/specification.md, 5.3.
 */
export function multiSegmentNames(parameters: readonly PathParameter[]): readonly string[] {
  const names = new Set<string>();
  for (const {name, isMultiSegment} of parameters) {
    if (name === undefined) continue;
    if (isMultiSegment) names.add(name);
    else names.delete(name);
  }
  return [...names];
}
