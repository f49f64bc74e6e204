import {isMap, type JsonMap, ownValue} from '../../core/json.ts';
import {isRemote} from '../read/source.ts';
import {isPreset, levelsIn, presetOf} from './config-fault.ts';
import {apisOf, DECORATOR, decoratorKeys, ownOptions, PRESET_DECORATORS} from './redocly-decorator.ts';

/** A configuration file as plain data. */
export interface ProjectConfig {
  /** Absolute. */
  readonly file: string;
  /** The file as written, to find the place of an option in. */
  readonly content: JsonMap;
  /** The same with all that it extends. */
  readonly merged: JsonMap;
}

export interface ConfiguredApi {
  /** Absent when the description is not in `apis`: the general options apply to it. */
  readonly alias?: string;
  /** Absolute path, or an http(s) address. */
  readonly description: string;
}

/** What decides the decorator's options of APIs, without what a worker cannot be given, such as the code of plugins. */
export function decoratorConfig({file, content, merged}: ProjectConfig): ProjectConfig {
  return {file, content: levelsWithApis(content), merged: levelsWithApis(merged)};
}

function levelsWithApis(config: JsonMap): JsonMap {
  const apis = apisOf(config);
  const entries = Object.entries(isMap(apis) ? apis : {}).map(([alias, api]) => [
    alias,
    isMap(api) ? decoratorLevel(api) : {},
  ]);
  return {...decoratorLevel(config), apis: Object.fromEntries(entries)};
}

function decoratorLevel(level: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(level).filter(([key]) => /^extends$|decorators$/i.test(key)));
}

/** The decorator's options of an API for a version as Redocly calls it (`oas3_1`); `undefined` when it is off. */
export function decoratorOptions(
  {merged}: ProjectConfig,
  {alias}: ConfiguredApi,
  specVersion: string,
): JsonMap | undefined {
  const apis = apisOf(merged);
  const api = alias !== undefined && isMap(apis) ? ownValue(apis, alias) : undefined;
  return activeOptions(mergedEntry(merged, isMap(api) ? api : {}, specVersion));
}

/** The decorator's entry that applies to an API, as Redocly merges them: the nearest wins. */
function mergedEntry(config: JsonMap, api: JsonMap, specVersion: string): unknown {
  let entry: unknown;
  for (const key of decoratorKeys(specVersion)) {
    for (const level of [...levelsOf(config), ...levelsOf(api)]) {
      const next = entryIn(level, key);
      // A bare severity changes the severity of existing options; a map replaces them.
      if (isMap(entry) && typeof next === 'string') entry = {...entry, severity: next};
      else if (next !== undefined) entry = next;
    }
  }
  return entry;
}

/** A configuration after those that it extends. */
function levelsOf(config: JsonMap): readonly JsonMap[] {
  const names = ownValue(config, 'extends');
  const presets = (Array.isArray(names) ? names : []).flatMap((name) =>
    isPreset(name) ? [{decorators: PRESET_DECORATORS[presetOf(name)]}] : [],
  );
  return [...presets, config];
}

/** The decorator's entry at one level. */
export function entryIn(level: JsonMap, key: string): unknown {
  const decorators = ownValue(level, key);
  return isMap(decorators) ? ownValue(decorators, DECORATOR) : undefined;
}

function activeOptions(entry: unknown): JsonMap | undefined {
  if (isMap(entry)) return entry.severity === 'off' ? undefined : ownOptions(entry);
  // As in Redocly, whatever is false, `null` or empty turns it off.
  if (!entry || entry === 'off') return undefined;
  return typeof entry === 'string' ? {severity: entry} : {};
}

/** Whether the options of some API name an overlay on a server. */
export function namesRemoteOverlay({merged}: ProjectConfig): boolean {
  return levelsIn(merged).some((level) =>
    Object.keys(level).some((key) => {
      const entry = entryIn(level, key);
      const overlays = isMap(entry) ? [ownValue(entry, 'overlays')].flat() : [];
      return overlays.some((name) => typeof name === 'string' && isRemote(name));
    }),
  );
}
