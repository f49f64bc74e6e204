import path from 'node:path';
import {type Command, Config, type Interfaces, Plugin} from '@oclif/core';
import manifest from '../package.json' with {type: 'json'};
import {versionLine} from '../src/io/version-line.ts';

/** An oclif plugin whose commands are compiled into the executable, so that oclif reads no files. */
export interface PackedPlugin {
  readonly pjson: Interfaces.PJSON;
  readonly commands: Readonly<Record<string, Command.Class>>;
}

/** oclif requires a root, but reads nothing from it. */
const ROOT = path.dirname(process.execPath);

async function pluginFrom({pjson, commands}: PackedPlugin): Promise<Plugin> {
  const discovery = {strategy: 'explicit' as const, target: '-', identifier: '-'};
  const oclif = {...pjson.oclif, commands: discovery, hooks: {}};
  // Its type wants a width, which would replace that of the terminal.
  Object.assign(oclif, {helpOptions: manifest.oclif.helpOptions});
  const plugin = new Plugin({isRoot: true, root: ROOT, pjson: {...pjson, oclif}, ignoreManifest: true});
  // oclif would import `target`, a path computed at run time. It keeps what it imported in this property.
  Object.assign(plugin, {commandCache: commands});
  await plugin.load();
  return plugin;
}

const {load: loadConfig} = Config.prototype;

/** Help prints `userAgent`, which oclif sets to a version of Node, for each command again. */
async function load(this: Config): Promise<void> {
  await Reflect.apply(loadConfig, this, []);
  this.userAgent = versionLine(this.bin, this.version).trimEnd();
}

/** The options of oclif for a program with these plugins. The first one is its root. */
export async function packedOptions(plugins: readonly PackedPlugin[]): Promise<Interfaces.Options> {
  Object.assign(Config.prototype, {load});
  const loaded = await Promise.all(plugins.map(pluginFrom));
  return {root: ROOT, plugins: new Map(loaded.map((plugin) => [plugin.name, plugin]))};
}
