import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {isMap, type JsonMap, ownValue} from '../../core/json.ts';
import {MAX_EXTENDS} from '../../core/limits.ts';
import type {Finding} from '../../core/problem.ts';
import {invalid, quote} from '../../core/quote.ts';
import type {PRESET_DECORATORS} from './redocly-decorator.ts';

/** The plugin that this is part of: it is not loaded from the project, and a single executable has no package. */
const OWN_PLUGIN = '@apigen/cli/redocly';

/** Redocly's own configurations, which do not contain our decorator. */
export const BUILT_IN: readonly unknown[] = ['recommended', 'recommended-strict', 'minimal', 'spec'];

const PRESETS = {'apigen/recommended': 'recommended', 'apigen/strict': 'strict'} as const satisfies Readonly<
  Record<string, keyof typeof PRESET_DECORATORS>
>;
type PresetName = keyof typeof PRESETS;

/** Whether a name in `extends` is one of the plugin's configurations. */
export function isPreset(name: unknown): name is PresetName {
  return typeof name === 'string' && Object.hasOwn(PRESETS, name);
}

/** The plugin's own name of one of its configurations. */
export function presetOf(name: PresetName): keyof typeof PRESET_DECORATORS {
  return PRESETS[name];
}

/** The levels of a configuration that have decorators: the root and each API. */
export function levelsIn(content: JsonMap): JsonMap[] {
  const apis = ownValue(content, 'apis');
  return [content, ...(isMap(apis) ? Object.values(apis).filter(isMap) : [])];
}

/** What is wrong with a configuration as a whole. */
export type ConfigFault = Finding & {readonly hint: string; readonly pointer: string};

/** The first reason for which Redocly would refuse a configuration, as far as that can be found without loading Redocly. */
export function configFault(content: JsonMap, folder: string): ConfigFault | undefined {
  return extendsFault(content) ?? pluginFault(content, folder);
}

/** What is wrong with the names in `extends`. */
export function extendsFault(content: JsonMap): ConfigFault | undefined {
  for (const level of levelsIn(content)) {
    const names = ownValue(level, 'extends') ?? [];
    const place = {
      hint: 'for example `extends: [apigen/recommended]`',
      pointer: level === content ? '/extends' : '/apis',
    };
    if (!Array.isArray(names)) return {message: invalid('`extends`', names, 'a list of strings'), ...place};
    if (names.length > MAX_EXTENDS)
      return {
        ...place,
        message: `too many names in \`extends\`: expected at most ${MAX_EXTENDS}, found ${names.length}`,
        hint: 'remove names, or extend a file that extends others',
      };
    const wrong: unknown = names.find((name) => typeof name !== 'string');
    if (wrong !== undefined) return {message: invalid('name in `extends`', wrong, 'a string'), ...place};
    const file: unknown = names.find(isFileWithoutExtension);
    if (file !== undefined)
      return {
        ...place,
        message: invalid('name in `extends`', file, 'a file name with an extension'),
        hint: 'rename the file, for example to `shared.yaml`',
      };
  }
  return undefined;
}

/** Redocly takes it for a configuration of a plugin. */
function isFileWithoutExtension(name: unknown): boolean {
  return typeof name === 'string' && /^\.{0,2}\//.test(name) && path.extname(name) === '';
}

function pluginFault(content: JsonMap, folder: string): ConfigFault | undefined {
  const given = ownValue(content, 'plugins');
  const plugins = Array.isArray(given) ? given : [];
  const missing = plugins.findIndex((plugin) => !isInstalled(plugin, folder));
  if (missing !== -1)
    return {
      message: `plugin ${quote(plugins[missing])} not found`,
      hint: 'install it, or correct its name or path',
      pointer: `/plugins/${missing}`,
    };
  const names = levelsIn(content).flatMap((level) => ownValue(level, 'extends') ?? []);
  const preset = names.find(isPreset);
  // A file that is extended may name the plugin.
  const isComplete = names.every((name) => isPreset(name) || BUILT_IN.includes(name));
  if (preset === undefined || plugins.length > 0 || !isComplete) return undefined;
  return {
    message: `\`${preset}\` is extended without the plugin that contains it`,
    hint: `add \`plugins: ["${OWN_PLUGIN}"]\``,
    pointer: '/extends',
  };
}

/** As Redocly finds it: a path, or a package of the project. */
function isInstalled(plugin: unknown, folder: string): boolean {
  if (plugin === OWN_PLUGIN || typeof plugin !== 'string') return true;
  if (existsSync(path.resolve(folder, plugin))) return true;
  try {
    createRequire(path.join(folder, 'redocly.yaml')).resolve(plugin);
    return true;
  } catch {
    return false;
  }
}
