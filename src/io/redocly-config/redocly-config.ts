import path from 'node:path';
import {isMap, type JsonMap, ownValue} from '../../core/json.ts';
import {MAX_CONFIG_BYTES, MAX_CONFIG_VALUES} from '../../core/limits.ts';
import {childLocation, type Finding, keyLocation} from '../../core/problem.ts';
import {readFileUri} from '../read/local-file.ts';
import type {DocumentText} from '../read/parse-document.ts';
import {ByteLimit} from '../read/read-limits.ts';
import {isRemote, uriOf} from '../read/source.ts';
import {UnreadableSource} from '../read/unreadable-source.ts';
import {type ConfigContent, configContent} from './config-content.ts';
import {BUILT_IN, configFault, isPreset, levelsIn} from './config-fault.ts';
import {targetFiles} from './output-file.ts';
import {type ConfiguredApi, entryIn, type ProjectConfig} from './project-config.ts';
import {filesOfApis} from './redocly-decorator.ts';
import type {ConfigAccess} from './resolve-with-redocly.ts';
import {UnusableConfig} from './unusable-config.ts';

/** The configuration of a project as far as our outputs are concerned. */
export interface RedoclyProject extends ProjectConfig {
  readonly text: DocumentText;
  readonly apis: readonly ConfiguredApi[];
  /** This file, their descriptions and bundles, without symbolic links: an output must not replace them. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Reads a `redocly.yaml`. An ordinary file is read here, in a millisecond; for whatever it needs beyond that, such as other
 * files that it extends, Redocly's own reader is loaded. It would run the plugins that the file names, so they must be allowed.
 *
 * @throws UnusableConfig when the file cannot be read, or an API in it has no description
 */
export async function readRedoclyConfig(source: string, access: ConfigAccess = {}): Promise<RedoclyProject> {
  const uri = uriOf(source);
  const file = path.resolve(source);
  const {content, text} = await readContent(source, uri);
  const folder = path.dirname(file);
  const fault = configFault(content, folder);
  if (fault) throw new UnusableConfig({...fault, location: {uri, pointer: fault.pointer}}, text);
  const config = needsRedocly(content, findReference(content, uri))
    ? await resolved(file, uri, access)
    : content;
  const apis = ownValue(config, 'apis');
  const entries = Object.entries(isMap(apis) ? apis : {}).map(([alias, api]) => {
    const given = toApi(alias, api, folder);
    if (given) return given;
    const location = keyLocation(['apis', alias].reduce(childLocation, {uri, pointer: ''}));
    throw new UnusableConfig({...noRoot(alias), location}, text);
  });
  const taken = targetFiles([file, ...filesOfApis(apis, folder)]);
  return {file, content, merged: config, text, apis: entries, taken};
}

async function readContent(source: string, uri: string): Promise<ConfigContent> {
  if (isRemote(source))
    throw new UnusableConfig({
      message: `${source}: expected a file, found an address`,
      hint: 'download the file and name its path',
    });
  try {
    const bytes = readFileUri(uri, {limit: new ByteLimit('the configuration', MAX_CONFIG_BYTES)});
    return await configContent(bytes, uri);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const hint = 'name your redocly.yaml with `--config <file>`';
    throw new UnusableConfig({message: `${source}: ${error.message}`, hint}, undefined, {cause: error});
  }
}

function noRoot(alias: string): Finding {
  return {
    message: `API ${JSON.stringify(alias)} has no \`root\``,
    hint: 'set the path of its description, for example `root: openapi.yaml`',
  };
}

/** `undefined` for an API without a description. */
function toApi(alias: string, api: unknown, folder: string): ConfiguredApi | undefined {
  const root = isMap(api) ? ownValue(api, 'root') : undefined;
  if (typeof root !== 'string') return undefined;
  return {alias, description: isRemote(root) ? root : path.resolve(folder, root)};
}

/** True when the file uses something that only Redocly's own reader can resolve. */
function needsRedocly(content: JsonMap, hasReference: boolean): boolean {
  return hasReference || levelsIn(content).some((level) => extendsOthers(level) || hasVersioned(level));
}

/**
 * Whether a `$ref` is anywhere in the file. Redocly's reader expands YAML's aliases, which can make a small file endless.
 *
 * @throws UnusableConfig when the file has more than `MAX_CONFIG_VALUES` values
 */
function findReference(content: JsonMap, uri: string): boolean {
  const open: unknown[] = [content];
  let found = false;
  for (let count = 1; open.length > 0; ) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    found ||= Object.hasOwn(value, '$ref');
    const values: unknown[] = Object.values(value);
    count += values.length;
    if (count > MAX_CONFIG_VALUES) {
      const message = `more than ${MAX_CONFIG_VALUES} values after its aliases are expanded`;
      const hint = 'write the values without YAML aliases (`*name`)';
      throw new UnusableConfig({message, hint, location: {uri, pointer: ''}});
    }
    for (const inner of values) open.push(inner);
  }
  return found;
}

function extendsOthers(level: JsonMap): boolean {
  const names = ownValue(level, 'extends') ?? [];
  return !Array.isArray(names) || !names.every((name) => isPreset(name) || BUILT_IN.includes(name));
}

function hasVersioned(level: JsonMap): boolean {
  return Object.keys(level).some(
    (key) => key !== 'decorators' && /Decorators$/.test(key) && entryIn(level, key) !== undefined,
  );
}

const CIRCULAR = '`extends` is circular or nested too deep';

/** The configuration merged with all that it extends. */
async function resolved(file: string, uri: string, access: ConfigAccess): Promise<JsonMap> {
  try {
    const {resolveWithRedocly} = await import('./resolve-with-redocly.ts');
    return await resolveWithRedocly(file, access);
  } catch (error) {
    if (error instanceof UnusableConfig) throw error;
    const text =
      error instanceof RangeError ? CIRCULAR : error instanceof Error ? error.message : String(error);
    // Below a heading, Redocly lists what is wrong.
    const [message = ''] = text.replace(/^Failed to load the configuration file:\s*(- )?/, '').split('\n');
    const hint = error instanceof UnreadableSource ? error.hint : 'run `redocly check-config`';
    throw new UnusableConfig({message, hint, location: {uri, pointer: ''}}, undefined, {cause: error});
  }
}
