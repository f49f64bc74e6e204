import {type JsonMap, ownValue} from './json-pointer.ts';
import type {OpenapiVersion} from './openapi.ts';
import {type Problem, quote} from './problem.ts';
import {FORMATS, isFormat} from './setting-value.ts';
import type {SettingValues} from './settings.ts';

/** `basePath` of Swagger 2.0 stands in for `path.base` when neither a flag nor `x-apigen` sets it. */
export function readBasePath(
  document: JsonMap,
  uri: string,
  version: OpenapiVersion,
): {values: SettingValues; problems: Problem[]} {
  const basePath = version === '2.0' ? ownValue(document, 'basePath') : undefined;
  if (basePath === undefined || basePath === null) return {values: {}, problems: []};
  if (typeof basePath === 'string' && isFormat('path-prefix', basePath)) {
    return {values: {'path.base': basePath}, problems: []};
  }
  const message = `\`basePath\` must be ${FORMATS['path-prefix'].rule}, but it is ${quote(basePath)}`;
  const hint = 'write for example `basePath: /api/v1`';
  return {
    values: {},
    problems: [
      {code: 'setting-value', severity: 'error', message, hint, location: {uri, pointer: '/basePath'}},
    ],
  };
}
