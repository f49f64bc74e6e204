import path from 'node:path';
import {type Command, Config, type Interfaces, Plugin} from '@oclif/core';
import {autocompleteWritten} from '../src/commands/autocomplete-written.ts';
import {commandNotFound} from '../src/commands/command-not-found.ts';

/** An oclif plugin whose commands are in the executable: nothing of it is looked for in files. */
export interface PackedPlugin {
  readonly pjson: Interfaces.PJSON;
  readonly commands: Readonly<Record<string, Command.Class>>;
}

/** oclif wants a root; nothing is read from it. */
const ROOT = path.dirname(process.execPath);

async function pluginFrom({pjson, commands}: PackedPlugin): Promise<Plugin> {
  const discovery = {strategy: 'explicit' as const, target: '-', identifier: '-'};
  const oclif = {...pjson.oclif, commands: discovery, hooks: {}};
  const plugin = new Plugin({isRoot: true, root: ROOT, pjson: {...pjson, oclif}, ignoreManifest: true});
  // oclif would import `target`, a path made at run time; this is where it keeps what it imported.
  Object.assign(plugin, {commandCache: commands});
  await plugin.load();
  return plugin;
}

/** oclif imports hooks by their paths too: they are called here. */
async function runHook(this: Config, event: string, options: object) {
  const all = {...options, config: this};
  if (event === 'command_not_found') await Reflect.apply(commandNotFound, this, [all]);
  if (event === 'postrun') await Reflect.apply(autocompleteWritten, this, [all]);
  return {successes: [], failures: []};
}

/** oclif's options for a program that is made of these plugins; the first is its root. */
export async function packedOptions(plugins: readonly PackedPlugin[]): Promise<Interfaces.Options> {
  Object.assign(Config.prototype, {runHook});
  const loaded = await Promise.all(plugins.map(pluginFrom));
  return {root: ROOT, plugins: new Map(loaded.map((plugin) => [plugin.name, plugin]))};
}
