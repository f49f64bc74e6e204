import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {UserContext} from '@redocly/openapi-core';
import {isMap, type JsonMap, ownValue} from '../../src/core/base/json.ts';
import {hasErrors, type Location, type Problem} from '../../src/core/base/problem.ts';
import {readDecoratorOptions} from '../../src/core/options/decorator-options.ts';
import {type ProjectOutput, projectOutput} from '../../src/core/options/project.ts';
import {UNDECIDED_MESH} from '../../src/core/targets/index.ts';
import {
  type Outputs,
  outputPlace,
  type PlacedFile,
  type ProjectApi,
  placeOutput,
  targetFiles,
} from '../../src/io/project/place-output.ts';
import {
  decoratorOptions,
  filesOfApis,
  optionsPointer,
  outputPointer,
  overlaysIn,
} from '../../src/io/project/redocly-decorator.ts';
import {unknownNames} from '../../src/io/project/unknown-names.ts';
import {noteText, type RedoclyDescription} from './description.ts';
import {withOverlays} from './overlays.ts';

/** The API that Redocly walks over, and where the configuration says something about it. */
export interface RedoclyApi extends ProjectApi {
  /** The decorator's options, or the closest place that is known. */
  readonly optionsAt: Location;
  /** The place that decides where the output is written. */
  readonly outputAt: Location;
  /** The files that APIs of the configuration name, each as often as it is named. */
  readonly namedFiles: () => readonly string[];
}

export function redoclyApi({location, config, specVersion}: UserContext): RedoclyApi {
  const file = path.resolve(config?.configPath ?? 'redocly.yaml');
  const project = path.dirname(file);
  const content = config?.document?.parsed;
  // Redocly gives the API's name in no other place. Despite its underscore the field is in the published types.
  const alias = config?._alias;
  const uri = pathToFileURL(file).href;
  const pointer = optionsPointer(content, alias, specVersion) ?? '';
  return {
    project,
    alias,
    description: location.source.absoluteRef,
    taken: [takenFiles(file, content)],
    optionsAt: {uri, pointer},
    outputAt: {uri, pointer: outputPointer(content, alias, pointer)},
    namedFiles: () => filesOfApis(ownValue(content, 'apis'), project),
  };
}

const takenByConfig = new WeakMap<object, ReadonlySet<string>>();

/** The configuration and the files of all its APIs, looked up once for all of them. */
function takenFiles(file: string, content: unknown): ReadonlySet<string> {
  const before = isMap(content) ? takenByConfig.get(content) : undefined;
  if (before) return before;
  const taken = targetFiles([file, ...filesOfApis(ownValue(content, 'apis'), path.dirname(file))]);
  if (isMap(content)) takenByConfig.set(content, taken);
  return taken;
}

/** The configurations whose names were checked: one run of Redocly uses the same one for several APIs. */
const checkedConfigs = new WeakSet<object>();

/** The decorators and rules of the configuration that the plugin does not have, for the first API that it is used for. */
export function unknownConfigNames({config}: UserContext): Problem[] {
  const {configPath, document} = config ?? {};
  if (configPath === undefined || document === undefined || checkedConfigs.has(document)) return [];
  checkedConfigs.add(document);
  return unknownNames(document.parsed, pathToFileURL(path.resolve(configPath)).href);
}

/** The decorator's options for the API, which Redocly does not pass to rules; `undefined` when the decorator is off. */
export function optionsOfApi({config, specVersion}: UserContext): JsonMap | undefined {
  if (config === undefined || specVersion === 'config' || specVersion === 'entity') return undefined;
  return decoratorOptions(config, specVersion);
}

/**
 * True for commands such as `stats`, which bundle internally and write nothing: Redocly gives them neither the name nor the
 * options of an API in `apis`.
 */
export function isReadOnly({project, alias, description}: ProjectApi, {config}: UserContext): boolean {
  const apis = Object.values(config?.resolvedConfig.apis ?? {});
  return alias === undefined && apis.some(({root}) => path.resolve(project, root) === description);
}

export const TOO_OLD =
  '@apigen/cli/redocly needs @redocly/cli 2.0.6 or newer to write profiles: run `npm install --save-dev @redocly/cli@latest`, or `apigen mesh --config redocly.yaml` in addition to bundling';

/** The outputs of this process: one run of Redocly bundles or lints several APIs. */
const outputs: Outputs = new Map();

/** Whether it was said that no setting says what reads an output. */
let isNoted = false;

/** The output of an API, for the decorator to write and for the rules to check. */
type RedoclyOutput = PlacedFile & Pick<ProjectOutput, 'objects' | 'options' | 'checked' | 'skipped'>;

/**
 * Generates the output of the API that Redocly walks over, by the decorator's options as Redocly gives them.
 *
 * @param applied the overlays that Redocly has applied to it
 */
export function redoclyOutput(
  document: object,
  api: RedoclyApi,
  description: RedoclyDescription,
  written: JsonMap,
  applied: readonly string[] = [],
): RedoclyOutput {
  const others = overlaysIn(written, api.project);
  const overlaid = withOverlays(document, description, applied, others, api.namedFiles);
  if (overlaid?.isLacking || hasErrors(overlaid?.problems ?? [])) {
    // As of `apigen mesh`: other problems could be due to an overlay that cannot be applied.
    const checked = {problems: [], isForMesh: true};
    const {options} = readDecoratorOptions(written, api.optionsAt);
    const why = overlaid?.isLacking ? {skipped: NOT_APPLIED} : {};
    return {objects: [], options, checked, problems: overlaid?.problems ?? [], ...why};
  }
  const {content, origin, problems = [], files = []} = overlaid ?? {content: document};
  const options = {written, writtenAt: api.optionsAt};
  const output = projectOutput({...description, ...options, document: content, origin, problems});
  const read = [...[...description.sources.values()].map(({absoluteRef}) => absoluteRef), ...files];
  const placed = placeOutput(
    {...api, taken: [...api.taken, targetFiles(read)]},
    outputPlace(output, output.options.run, api.outputAt),
    output,
    outputs,
  );
  if (!isNoted && output.isUndecided && output.objects.length > 0) {
    process.stderr.write(`apigen: ${noteText(UNDECIDED_MESH)}\n`);
    isNoted = true;
  }
  return {...output, ...placed};
}

const NOT_APPLIED =
  'skipped: its `overlays` are not applied here: only `redocly bundle` does so, from 2.56 on';

/** The severity of what stops the bundle: the decorator's own. */
export function severityOf({severity}: JsonMap): 'error' | 'warn' {
  return severity === 'warn' ? 'warn' : 'error';
}
