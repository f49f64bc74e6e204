import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {BaseResolver, loadConfig, Source} from '@redocly/openapi-core';
import {isMap, type JsonMap} from '../../core/json.ts';
import {MAX_CONFIG_BYTES} from '../../core/limits.ts';
import {readFileUri} from '../read/local-file.ts';
import {ByteLimit, RemoteTime} from '../read/read-limits.ts';
import {fetchUri} from '../read/remote-document.ts';
import {isRemote, uriOf} from '../read/source.ts';
import {toUnreadable, UnreadableSource} from '../read/unreadable-source.ts';
import {configContent} from './config-content.ts';
import {type ConfigFault, extendsFault} from './config-fault.ts';
import {PRESET_DECORATORS} from './redocly-decorator.ts';
import {UnusableConfig} from './unusable-config.ts';

/** What reading a configuration may do besides reading local files. */
export interface ConfigAccess {
  /** Run the code of the plugins that the configuration names. */
  readonly allowPlugins?: boolean;
  /** Read the addresses that it extends. */
  readonly remoteRefs?: boolean;
  /** Gets the absolute path of each file that is read, also if that fails. */
  readonly filesRead?: Set<string>;
}

/** Our own plugin, as far as the configuration is concerned: it is never loaded from the project. */
const OWN_PLUGIN = {
  id: 'apigen',
  configs: {
    recommended: {decorators: PRESET_DECORATORS.recommended},
    strict: {decorators: PRESET_DECORATORS.strict},
  },
};
const OWN_PLUGIN_NAME = '@apigen/cli/redocly';

const ALLOW = 'use `--allow-plugins` if you trust them';

/**
 * A configuration merged with all that it extends, by Redocly.
 *
 * @param file absolute
 * @throws UnusableConfig for a file that it extends with a syntax error
 * @throws UnreadableSource for one that cannot be read, and for plugins that are not allowed, before any of their code runs
 */
export async function resolveWithRedocly(file: string, access: ConfigAccess): Promise<JsonMap> {
  const files = new ConfigFiles(path.dirname(file), access);
  const request = {configPath: file, externalRefResolver: files, plugins: [OWN_PLUGIN]};
  // Redocly also loads `@theme/plugin.js`, which no configuration has to name.
  const {plugins} = await loadConfig({...request, skipPluginEval: true});
  if (files.unreadable) throw files.unreadable;
  if (files.invalid) await refuseInvalid(files.invalid);
  const paths = plugins.flatMap(({absolutePath}) => absolutePath ?? []);
  if (paths.length > 0 && !access.allowPlugins) {
    const names = paths.map((plugin) => path.relative(path.dirname(file), plugin));
    throw new UnreadableSource(`plugins are not loaded, since they run code: ${names.join(', ')}`, ALLOW);
  }
  const {resolvedConfig} = await loadConfig(request);
  return {...resolvedConfig};
}

/** Reads configurations as descriptions are read, and leaves our own plugin out of them. */
class ConfigFiles extends BaseResolver {
  /** The first file that could not be read. Redocly goes on without it. */
  unreadable: UnreadableSource | undefined;
  /** The first file that is not a map, or has a syntax error. Redocly goes on without it. */
  invalid: Source | undefined;
  readonly #folder: string;
  readonly #access: ConfigAccess;
  readonly #limit = new ByteLimit('the configuration and the files that it extends', MAX_CONFIG_BYTES);
  readonly #time = new RemoteTime();

  constructor(folder: string, access: ConfigAccess) {
    super();
    this.#folder = folder;
    this.#access = access;
  }

  override async loadExternalRef(reference: string): Promise<Source> {
    try {
      return new Source(reference, (await this.#read(reference)).toString('utf8'));
    } catch (error) {
      throw this.#refuse(reference, toUnreadable(error, 'configuration'));
    }
  }

  #refuse(reference: string, {message, hint}: ConfigFault | UnreadableSource): UnreadableSource {
    const name = isRemote(reference) ? reference : path.relative(this.#folder, reference);
    this.unreadable ??= new UnreadableSource(`${name}: ${message}`, hint);
    return this.unreadable;
  }

  async #read(reference: string): Promise<Buffer> {
    if (!isRemote(reference)) {
      this.#access.filesRead?.add(reference);
      return readFileUri(pathToFileURL(reference).href, {base: 'configuration', limit: this.#limit});
    }
    if (this.#access.remoteRefs)
      return fetchUri(reference, {mayLeaveHost: true, time: this.#time, limit: this.#limit});
    throw new UnreadableSource(
      'configurations on other hosts are not read',
      'use `--remote-refs` if you trust them',
    );
  }

  override parseDocument(...args: Parameters<BaseResolver['parseDocument']>) {
    const document = this.#parse(...args);
    const fault = isMap(document.parsed) ? extendsFault(document.parsed) : undefined;
    if (fault) throw this.#refuse(document.source.absoluteRef, fault);
    leaveOutOwnPlugin(document.parsed);
    return document;
  }

  #parse(...args: Parameters<BaseResolver['parseDocument']>) {
    try {
      const document = super.parseDocument(...args);
      // With a list, Redocly fails without naming the file.
      if (Array.isArray(document.parsed)) throw new TypeError('not a map');
      return document;
    } catch (error) {
      this.invalid ??= args[0];
      throw error;
    }
  }
}

/**
 * Finds the syntax errors of a file that Redocly cannot parse.
 *
 * @throws UnusableConfig always
 */
async function refuseInvalid({absoluteRef, body}: Source): Promise<never> {
  const uri = uriOf(absoluteRef);
  await configContent(Buffer.from(body), uri);
  const message = 'Redocly cannot parse the file';
  throw new UnusableConfig({message, hint: 'run `redocly check-config`', location: {uri, pointer: ''}});
}

function leaveOutOwnPlugin(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'plugins' && Array.isArray(inner))
      Reflect.set(
        value,
        key,
        inner.filter((name) => name !== OWN_PLUGIN_NAME),
      );
    leaveOutOwnPlugin(inner, seen);
  }
}
