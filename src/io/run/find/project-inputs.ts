import {existsSync} from 'node:fs';
import path from 'node:path';
import {ownValue} from '../../../core/base/json.ts';
import {nearestKey} from '../../../core/base/nearest-key.ts';
import {inputError} from '../../../core/base/problem.ts';
import {identify, type OpenapiVersion} from '../../../core/openapi/version.ts';
import {projectOptions} from '../../../core/options/project.ts';
import {documentNames} from '../../print/problems.ts';
import {apiName, type ConfiguredApi} from '../../project/place-output.ts';
import {type RedoclyProject, readRedoclyConfig, UnusableConfig} from '../../project/redocly-config.ts';
import {
  decoratorOptions,
  optionsPointer,
  outputPointer,
  overlaysIn,
  overlaysOf,
} from '../../project/redocly-decorator.ts';
import {unknownNames} from '../../project/unknown-names.ts';
import {type Inputs, type Loaded, loadDescription} from '../load/load-description.ts';

/**
 * The APIs of a configuration file that a run is about. As in Redocly, an API is named by its name or by its description's path, in
 * `apis` or not; a leading `@` is ignored.
 */
export async function projectInputs(
  run: Inputs['run'] & {readonly config: string},
  folder: string,
): Promise<Inputs> {
  const filesRead = new Set([path.resolve(run.config)]);
  const inputs = {run, noun: 'API', nameOf: documentNames(run.config, folder)} as const;
  try {
    const project = await readRedoclyConfig(run.config, {...run, filesRead});
    const {apis: names = []} = run;
    const chosen = names.length > 0 ? names.map((name) => chosenApi(project, name, folder)) : project.apis;
    if (chosen.length === 0) {
      const hint = 'for example `apis: {core@v1: {root: openapi.yaml}}`';
      const location = {uri: project.uri, pointer: ''};
      throw new UnusableConfig([inputError('no APIs in the configuration', hint, {location})]);
    }
    const loads = chosen.map((api) => () => loadApi(api, project, run));
    const texts = new Map([[project.uri, project.text]]);
    const subject = [loads.length, 'API'] as const;
    const problems = unknownNames(project.content, project.uri);
    // Tests of the only API are as those of one that is named.
    const apis = chosen.map(({description}) => description);
    const only = run.tests && apis.length === 1 && {run: {...run, apis}};
    return {...inputs, ...only, subject, loads, problems, texts, project, files: [...filesRead]};
  } catch (error) {
    if (!(error instanceof UnusableConfig)) throw error;
    const {problems, texts} = error;
    const status = error instanceof UnknownApi ? 2 : 1;
    return {...inputs, loads: [], problems, texts, status, files: [...filesRead]};
  }
}

class UnknownApi extends UnusableConfig {}

/** An API of a project by its name or path. Throws UnknownApi. */
function chosenApi({apis, file}: RedoclyProject, name: string, folder: string): ConfiguredApi {
  const plain = name.replace(/^@/, '');
  const description = path.resolve(folder, name);
  const api =
    apis.find(({alias}) => alias === name) ??
    apis.find(({alias}) => alias === plain) ??
    apis.find((candidate) => candidate.description === description);
  if (api) return api;
  if (existsSync(description)) return {description};
  const aliases = apis.flatMap(({alias}) => alias ?? []);
  const meant = nearestKey(plain, aliases);
  const known = aliases.length > 0 ? `APIs in it: ${aliases.join(', ')}` : 'name the path of a description';
  const message = `unknown API ${JSON.stringify(name)}: neither in ${path.relative(folder, file)} nor a file`;
  throw new UnknownApi([{...inputError(message, known), ...(meant && {suggestion: meant})}]);
}

const SPEC_VERSIONS = {
  '2.0': 'oas2',
  '3.0': 'oas3_0',
  '3.1': 'oas3_1',
  '3.2': 'oas3_2',
} as const satisfies Readonly<Record<OpenapiVersion, string>>;

const TURNED_OFF =
  'skipped: the decorator `apigen/service-profile` is off; turn it on with `plugins: ["@apigen/cli/redocly"]` and `extends: [apigen/recommended]`';

async function loadApi(api: ConfiguredApi, project: RedoclyProject, run: Inputs['run']): Promise<Loaded> {
  const folder = path.dirname(project.file);
  const name = apiName({...api, project: folder});
  const named = (loaded: Loaded): Loaded => ({
    ...loaded,
    source: name,
    name,
    parts: loaded.parts.map((part) => ({...part, name})),
  });
  const plain = named(await loadDescription(api.description, {...run, overlays: []}, 'configuration'));
  const [first] = plain.parts;
  if (first === undefined) return plain;
  const format = formatKey(first.document);
  if (format) return {...plain, parts: [], skipped: `skipped: not an OpenAPI description but \`${format}\``};
  const identified = identify(first.document, first.uri);
  const specVersion = 'version' in identified ? SPEC_VERSIONS[identified.version] : 'oas3_1';
  const config = project.config.forAlias(api.alias);
  const written = decoratorOptions(config, specVersion);
  if (written === undefined) return {...plain, parts: [], skipped: TURNED_OFF};
  // Redocly refuses other versions first.
  const configured = 'version' in identified ? overlaysOf(config.resolvedConfig, folder) : [];
  const overlays = [...configured, ...overlaysIn(written, folder), ...(run.overlays ?? [])];
  const overlaid = {...run, overlays, redoclyOverlays: configured.length};
  // Which options apply depends on the version of the description, so it was read without overlays first.
  const loaded =
    overlays.length === 0 ? plain : named(await loadDescription(api.description, overlaid, 'configuration'));
  if (loaded.parts.length === 0) return loaded;
  const {content, uri} = project;
  const pointer = optionsPointer(content, api.alias, specVersion) ?? '';
  const outputAt = {uri, pointer: outputPointer(content, api.alias, pointer)};
  const {options, problems, placeAtOption} = projectOptions({written, writtenAt: {uri, pointer}, ...run});
  const chosen = {...options.run, settings: options.settings, overlays};
  return {...loaded, problems, options: chosen, configured: {api, outputAt, placeAtOption}};
}

/** The key at the root of another document that Redocly bundles too. */
function formatKey(document: unknown): string | undefined {
  const has = (key: string) => ownValue(document, key) !== undefined;
  return has('openapi') || has('swagger')
    ? undefined
    : ['asyncapi', 'arazzo', 'overlay', 'openrpc'].find(has);
}
