import path from 'node:path';
import type {Config} from '@redocly/openapi-core';
import {appendToken, isMap, type JsonMap, ownValue, valueAt} from '../../core/base/json.ts';
import {readDecoratorOptions} from '../../core/options/decorator-options.ts';
import {isRemote} from '../read/source.ts';

/** The decorator's id in Redocly's configuration, after the plugin's own id. */
export const DECORATOR = 'apigen/service-profile';

/** The plugin's configurations, as far as the decorator is concerned. */
export const PRESETS = {
  recommended: {decorators: {[DECORATOR]: 'on'}},
  strict: {decorators: {[DECORATOR]: {strict: true}}},
} as const;

/** The decorator's options for a version, such as `oas3_1`; `undefined` when it is off. */
export function decoratorOptions(
  config: Pick<Config, 'getDecoratorSettings'>,
  specVersion: Parameters<Config['getDecoratorSettings']>[1],
): JsonMap | undefined {
  const options = config.getDecoratorSettings(DECORATOR, specVersion);
  return options.severity === 'off' ? undefined : options;
}

/** The overlays that the decorator's options name, as absolute paths or addresses; none where the option is wrong. */
export function overlaysIn(given: JsonMap, folder: string): readonly string[] {
  const {options} = readDecoratorOptions(given, {uri: '', pointer: ''});
  return overlaysOf(options.run, folder);
}

/** The overlays in options, or in Redocly's own configuration of an API, likewise. */
export function overlaysOf({overlays}: {readonly overlays?: readonly string[]}, folder: string) {
  return (overlays ?? []).map((overlay) => (isRemote(overlay) ? overlay : path.resolve(folder, overlay)));
}

/**
 * The JSON pointer to the decorator's options in a `redocly.yaml`: a version's own decorators win over the general ones, and an
 * API's over the root's. `undefined` when they come from a configuration that the file extends.
 */
export function optionsPointer(config: unknown, alias: string | undefined, specVersion: string) {
  const levels = alias === undefined ? [''] : [appendToken('/apis', alias), ''];
  return [`${specVersion}Decorators`, 'decorators']
    .flatMap((key) => levels.map((level) => appendToken(`${level}/${key}`, DECORATOR)))
    .find((pointer) => valueAt(config, pointer) !== undefined);
}

/** The JSON pointer to what sets the path of an API's output: in its options, at the pointer `options`, or else the API. */
export function outputPointer(config: unknown, alias: string | undefined, options: string): string {
  const candidates = [`${options}/output`, ...(alias === undefined ? [] : [appendToken('/apis', alias)])];
  return candidates.find((pointer) => valueAt(config, pointer) !== undefined) ?? '';
}

/** The descriptions, overlays and bundles of all APIs of a configuration, absolute: an output must not replace them. */
export function filesOfApis(apis: unknown, project: string): readonly string[] {
  return (isMap(apis) ? Object.values(apis) : [])
    .filter(isMap)
    .flatMap((api) => ['root', 'output', 'overlays'].flatMap((key) => ownValue(api, key)))
    .flatMap((file) => (typeof file === 'string' && !isRemote(file) ? path.resolve(project, file) : []));
}
