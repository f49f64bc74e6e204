import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {UserContext} from '@redocly/openapi-core';
import {isMap, type JsonMap, ownValue} from '../../src/core/json-pointer.ts';
import type {Location} from '../../src/core/problem.ts';
import {DECORATOR, optionsPointer, outputPointer} from '../../src/io/redocly-decorator.ts';

/** The folder of the configuration, absolute. */
export function projectFolder({config}: UserContext): string {
  return path.resolve(config?.configPath === undefined ? '.' : path.dirname(config.configPath));
}

/** Where the decorator's options stand for the API that is walked over: the nearest that can be told. */
export function optionsLocation(ctx: UserContext): Location {
  const {config, specVersion} = ctx;
  const file = config?.configPath ?? path.join(projectFolder(ctx), 'redocly.yaml');
  const pointer = optionsPointer(config?.document?.parsed, config?._alias, specVersion) ?? '';
  return {uri: pathToFileURL(file).href, pointer};
}

/** Where in the configuration stands what decides where the profile goes. */
export function outputLocation(ctx: UserContext): Location {
  const {uri, pointer} = optionsLocation(ctx);
  const {document, _alias: alias} = ctx.config ?? {};
  return {uri, pointer: outputPointer(document?.parsed, alias, pointer)};
}

/** The decorator's entry for the API that is walked over, which a rule is not handed; `undefined` when it is off. */
export function activeDecorator({config, specVersion}: UserContext): JsonMap | undefined {
  const decorators: Readonly<Record<string, unknown>> | undefined = config?.decorators;
  const ofVersion = decorators?.[specVersion];
  const entry = isMap(ofVersion) ? ownValue(ofVersion, DECORATOR) : undefined;
  if (isMap(entry)) return entry.severity === 'off' ? undefined : entry;
  return !entry || entry === 'off' ? undefined : {severity: entry};
}
