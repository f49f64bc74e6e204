import path from 'node:path';
import {appendToken, isMap, ownValue, valueAt} from '../core/json-pointer.ts';
import {isRemote} from './source.ts';

/** The decorator's id in Redocly's configuration, behind the plugin's own id. */
export const DECORATOR = 'apigen/service-profile';

/** The decorators that the plugin's configurations turn on, by the configuration's name. */
export const PRESET_DECORATORS = {
  recommended: {[DECORATOR]: 'on'},
  strict: {[DECORATOR]: {strict: true}},
} as const;

/** Keys of a decorator's options that Redocly alone reads. */
const REDOCLY_KEYS: readonly string[] = ['message'];

/** The decorator's options without what Redocly alone reads. */
export function ownOptions(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).filter(([key]) => !REDOCLY_KEYS.includes(key)));
}

/** The keys under which decorators stand, for a version as Redocly calls it, the one that wins last. */
export function decoratorKeys(specVersion: string): readonly string[] {
  return ['decorators', `${specVersion}Decorators`];
}

/**
 * The JSON pointer at which the decorator's options stand in a `redocly.yaml`, as far as they stand in the file itself: a
 * version's own decorators win over the general ones, and an API's over the root's. `undefined` when they come from a
 * configuration that the file extends.
 */
export function optionsPointer(
  config: unknown,
  alias: string | undefined,
  specVersion: string,
): string | undefined {
  const levels = alias === undefined ? [''] : [apiPointer(alias), ''];
  return [...decoratorKeys(specVersion)]
    .reverse()
    .flatMap((key) => levels.map((level) => appendToken(`${level}/${key}`, DECORATOR)))
    .find((pointer) => valueAt(config, pointer) !== undefined);
}

/**
 * The JSON pointer in a `redocly.yaml` of what decides where an API's profile goes: its option `output`, else the API.
 *
 * @param options as `optionsPointer` gives it
 */
export function outputPointer(config: unknown, alias: string | undefined, options: string): string {
  const candidates = [`${options}/output`, ...(alias === undefined ? [] : [apiPointer(alias)])];
  return candidates.find((pointer) => valueAt(config, pointer) !== undefined) ?? '';
}

function apiPointer(alias: string): string {
  return appendToken('/apis', alias);
}

/** The APIs of a configuration as it stands in its file. */
export function apisOf(config: unknown): unknown {
  return isMap(config) ? ownValue(config, 'apis') : undefined;
}

/** The descriptions and bundles of all APIs of a configuration, absolute: a profile must not take their place. */
export function filesOfApis(apis: unknown, project: string): readonly string[] {
  return (isMap(apis) ? Object.values(apis) : [])
    .filter(isMap)
    .flatMap((api) => [ownValue(api, 'root'), ownValue(api, 'output')])
    .flatMap((file) => (typeof file === 'string' && !isRemote(file) ? path.resolve(project, file) : []));
}
