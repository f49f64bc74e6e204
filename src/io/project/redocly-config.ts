import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {stripVTControlCharacters} from 'node:util';
import {BaseResolver, type Config, loadConfig, Source} from '@redocly/openapi-core';
import {appendToken, isMap, type JsonMap, ownValue} from '../../core/base/json.ts';
import {childLocation, inputError, keyLocation} from '../../core/base/problem.ts';
import {typeName} from '../../core/base/quote.ts';
import {readDecoratorOptions} from '../../core/options/decorator-options.ts';
import type {RunValues} from '../../core/options/options.ts';
import {UnreadableDescription} from '../read/document-reader.ts';
import {readFileUri} from '../read/local-file.ts';
import {inputProblems, readDocument} from '../read/parse-document.ts';
import {byteLimit, RemoteTime} from '../read/read-limits.ts';
import {fetchUri} from '../read/remote-document.ts';
import {isRemote, uriOf} from '../read/source.ts';
import {toUnreadable, UnreadableSource} from '../system-error.ts';
import {type ConfiguredApi, targetFiles} from './place-output.ts';
import {filesOfApis, PRESETS} from './redocly-decorator.ts';

/** The configuration cannot be used. */
export class UnusableConfig extends UnreadableDescription {}

/** The configuration of a project as far as our outputs are concerned. */
export interface RedoclyProject {
  readonly content: JsonMap;
  readonly text: Buffer;
  readonly config: Config;
  /** Absolute. */
  readonly file: string;
  readonly uri: string;
  readonly apis: readonly ConfiguredApi[];
  /** This file, their descriptions and bundles, without symbolic links: an output must not replace them. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Reads a `redocly.yaml` with Redocly's own reader. It would run the plugins that the file names, so they must be allowed.
 *
 * @throws UnusableConfig when the file cannot be read, or an API in it has no description
 */
export async function readRedoclyConfig(source: string, access: ConfigAccess = {}): Promise<RedoclyProject> {
  const file = path.resolve(source);
  const folder = path.dirname(file);
  const uri = uriOf(file);
  const resolved = await resolveWithRedocly(source, access);
  const {apis} = resolved.config.resolvedConfig;
  const entries = Object.entries(isMap(apis) ? apis : {}).map(([alias, api]) => {
    const root = ownValue(api, 'root');
    if (typeof root === 'string')
      return {alias, description: isRemote(root) ? root : path.resolve(folder, root)};
    const location = keyLocation(['apis', alias].reduce(childLocation, {uri, pointer: ''}));
    const hint = 'set the path of its description, for example `root: openapi.yaml`';
    const problem = inputError(`API ${JSON.stringify(alias)} has no \`root\``, hint, {location});
    throw new UnusableConfig([problem], new Map([[uri, resolved.text]]));
  });
  const taken = targetFiles([file, ...filesOfApis(apis, folder)]);
  return {...resolved, file, uri, apis: entries, taken};
}

/** Rights of reading a configuration, besides reading local files. */
interface ConfigAccess extends Pick<RunValues, 'allowPlugins' | 'remoteRefs'> {
  /** Gets the absolute path of each file that is read, also if that fails. */
  readonly filesRead?: Set<string>;
}

/** Our own plugin, as far as the configuration is concerned: it is never loaded from the project. */
const OWN_PLUGIN = {id: 'apigen', configs: PRESETS};
const OWN_PLUGIN_NAME = '@apigen/cli/redocly';

/** A file that Redocly reads next to a configuration, which does not change the decorator's options. */
const IGNORE_FILE = '.redocly.lint-ignore.yaml';

/**
 * Reads a configuration as written, and merged with all that it extends by Redocly's own reader.
 *
 * @throws UnusableConfig when a file cannot be read, or names plugins that are not allowed, before any of their code runs
 */
async function resolveWithRedocly(source: string, access: ConfigAccess) {
  const file = path.resolve(source);
  const files = new ConfigFiles(source, access);
  const location = {uri: uriOf(file), pointer: ''};
  try {
    const request = {configPath: file, externalRefResolver: files};
    // Redocly also loads `@theme/plugin.js`, which no configuration has to name.
    const {plugins} = await loadConfig({...request, plugins: [OWN_PLUGIN], skipPluginEval: true});
    // Redocly goes on without a file that it extends.
    if (files.fault) throw files.fault;
    const paths = plugins.flatMap(({absolutePath}) => absolutePath ?? []);
    if (paths.length > 0 && !access.allowPlugins) {
      const names = paths.map((plugin) => path.relative(path.dirname(file), plugin)).join(', ');
      const message = `plugins are not loaded, since they run code: ${names}`;
      throw new UnusableConfig([inputError(message, 'use `--allow-plugins` if you trust them', {location})]);
    }
    const config = await loadConfig({...request, plugins: files.namesOwnPlugin ? [OWN_PLUGIN] : []});
    const {apis = {}} = config.resolvedConfig;
    for (const [at, level] of [['', config.resolvedConfig], ...Object.entries(apis)] as const) {
      const place = {...location, pointer: at && appendToken('/apis', at)};
      const {problems} = readDecoratorOptions({overlays: level?.overlays ?? null}, place);
      if (problems.length > 0) throw new UnusableConfig(problems, new Map([[location.uri, files.bytes]]));
    }
    return {config, ...(await configContent(files.bytes, uriOf(file)))};
  } catch (error) {
    if (files.fault) throw files.fault;
    if (error instanceof UnusableConfig) throw error;
    // Of Redocly's code, which takes a value for a list or a map.
    const reason = error instanceof TypeError ? 'a value is of the wrong type' : error;
    const text = stripVTControlCharacters(reason instanceof Error ? reason.message : String(reason));
    // Below a heading, Redocly lists what is wrong.
    const [message = ''] = text.replace(/^Failed to load the configuration file:\s*(- )?/, '').split('\n');
    throw new UnusableConfig([inputError(message, 'run `redocly check-config`', {location})]);
  }
}

/** Parses a configuration file. Throws UnusableConfig with all syntax errors and their places. */
async function configContent(bytes: Buffer, uri: string) {
  const {entry, warning} = await readDocument(bytes, uri);
  if ('unreadable' in entry) throw new UnusableConfig(inputProblems(entry, uri));
  // Redocly refuses it.
  if (warning) throw new UnusableConfig([{code: 'input', severity: 'error', ...warning}]);
  if (isMap(entry.content)) return {content: entry.content, text: bytes};
  const message = `not a Redocly configuration: expected a map, found ${typeName(entry.content)}`;
  const location = {uri, pointer: ''};
  throw new UnusableConfig([inputError(message, 'begin it with `apis:`', {location})]);
}

/** Reads configurations as descriptions are read, and leaves our own plugin out of them. */
class ConfigFiles extends BaseResolver {
  fault: UnusableConfig | undefined;
  namesOwnPlugin = false;
  bytes: Buffer = Buffer.of();
  /** As the user named it. */
  readonly #source: string;
  readonly #file: string;
  readonly #access: ConfigAccess;
  readonly #limit = byteLimit('the configuration and the files that it extends');
  readonly #time = new RemoteTime();

  constructor(source: string, access: ConfigAccess) {
    super();
    this.#source = source;
    this.#file = path.resolve(source);
    this.#access = access;
  }

  override async loadExternalRef(reference: string): Promise<Source> {
    if (path.basename(reference) === IGNORE_FILE) return new Source(reference, '{}');
    try {
      const bytes = await this.#read(reference);
      if (reference === this.#file) this.bytes = bytes;
      // Finds all syntax errors, and refuses aliases that expand to too much.
      if (/\.(ya?ml|json)$/i.test(reference) || reference === this.#file)
        await configContent(bytes, uriOf(reference));
      return new Source(reference, bytes.toString('utf8'));
    } catch (error) {
      this.fault ??= error instanceof UnusableConfig ? error : this.#unreadable(reference, error);
      throw this.fault;
    }
  }

  #unreadable(reference: string, error: unknown): UnusableConfig {
    const {message, hint} = toUnreadable(error, 'configuration');
    const own = inputError(`${this.#source}: ${message}`, 'name your redocly.yaml with `--config <file>`');
    if (reference === this.#file) return new UnusableConfig([own]);
    const name = isRemote(reference) ? reference : path.relative(path.dirname(this.#file), reference);
    const location = {uri: uriOf(this.#file), pointer: ''};
    return new UnusableConfig([inputError(`${name}: ${message}`, hint, {location})]);
  }

  async #read(reference: string): Promise<Buffer> {
    if (!isRemote(reference)) {
      this.#access.filesRead?.add(reference);
      return readFileUri(pathToFileURL(reference).href, {base: 'configuration', limit: this.#limit});
    }
    if (this.#access.remoteRefs)
      return fetchUri(reference, {mayLeaveHost: true, time: this.#time, limit: this.#limit});
    const message = 'configurations on other hosts are not read';
    throw new UnreadableSource(message, 'use `--remote-refs` if you trust them');
  }

  override parseDocument(...args: Parameters<BaseResolver['parseDocument']>) {
    const document = super.parseDocument(...args);
    this.#leaveOutOwnPlugin(document.parsed);
    return document;
  }

  #leaveOutOwnPlugin(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'plugins' && Array.isArray(inner) && inner.includes(OWN_PLUGIN_NAME)) {
        this.namesOwnPlugin = true;
        const others = inner.filter((name) => name !== OWN_PLUGIN_NAME);
        Reflect.set(value, key, others);
      }
      this.#leaveOutOwnPlugin(inner);
    }
  }
}
