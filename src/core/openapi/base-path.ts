import {type JsonMap, ownValue} from '../json.ts';
import {childLocation, type Location} from '../problem.ts';
import type {Reading} from '../settings/read.ts';
import {SETTINGS} from '../settings/table.ts';
import type {OpenapiVersion} from './version.ts';

const [PATH_BASE] = SETTINGS.filter(({key}) => key === 'path.base');
const BASE_PATH = 'basePath';

/** `basePath` of Swagger 2.0, which serves as `path.base` when neither a flag nor `x-apigen` sets it. */
export function readBasePath(document: JsonMap, root: Location, version: OpenapiVersion): Reading {
  const basePath = version === '2.0' ? ownValue(document, BASE_PATH) : undefined;
  if (basePath === undefined || basePath === null || PATH_BASE === undefined) return {values: {}, faults: []};
  const entry = {...PATH_BASE, key: BASE_PATH};
  const faults = entry.type.check(basePath).map((mismatch) => ({
    kind: 'value' as const,
    entry,
    mismatch,
    location: childLocation(root, BASE_PATH),
  }));
  return {values: faults.length > 0 ? {} : Object.fromEntries([[PATH_BASE.key, basePath]]), faults};
}
