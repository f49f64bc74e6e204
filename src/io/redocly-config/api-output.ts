import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {identify} from '../../core/identify.ts';
import {isMap, ownValue} from '../../core/json.ts';
import type {OpenapiVersion} from '../../core/openapi/version.ts';
import {isOfOverlay, problemsOfAll} from '../../core/overlay/shared-problems.ts';
import {childLocation, hasErrors, type Location, type Problem, raiseWarnings} from '../../core/problem.ts';
import {invalid} from '../../core/quote.ts';
import type {RunValues} from '../../core/run/options.ts';
import {type ProjectOutput, projectOutput} from '../../core/run/project.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {
  type Description,
  type ReadOptions,
  readDescription,
  UnreadableDescription,
} from '../read/read-description.ts';
import {isRemote, uriOf} from '../read/source.ts';
import type {Places} from '../report/report.ts';
import {nameOf, type Outputs, outputFile, type ProjectApi, targetFiles} from './output-file.ts';
import {overlaysIn} from './overlays-in.ts';
import type {ConfiguredApi, RedoclyProject} from './redocly-config.ts';
import {optionsPointer, outputPointer} from './redocly-decorator.ts';

/** An output and the file that it is written to; no file when a problem is an error. */
export interface PlacedOutput {
  readonly file?: string;
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
  /** Why there is no output, when that is not an error. */
  readonly skipped?: string;
}

/** The output of one API of a configuration file. */
export interface ApiOutput extends PlacedOutput {
  readonly name: string;
  readonly texts: Places['texts'];
  /** The overlays that were applied, which other APIs may share; absent when there are none. */
  readonly overlaid?: Overlaid;
}

interface Overlaid {
  readonly uris: readonly string[];
  readonly problems: readonly Problem[];
  readonly strict: boolean;
}

const SPEC_VERSIONS: Readonly<Record<OpenapiVersion, string>> = {
  '2.0': 'oas2',
  '3.0': 'oas3_0',
  '3.1': 'oas3_1',
  '3.2': 'oas3_2',
};

const TURNED_OFF =
  'skipped: the decorator `apigen/service-profile` is off; turn it on with `extends: [apigen/recommended]`';

/** Reads an API of a project and generates its output, with the options of the decorator for it. */
export async function apiOutput(
  api: ConfiguredApi,
  project: RedoclyProject,
  run: RunValues & ReadOptions,
  outputs: Outputs,
): Promise<ApiOutput> {
  const configUri = pathToFileURL(project.file).href;
  const name = nameOf({...api, project: path.dirname(project.file), taken: []});
  const fault = addressFault(api, configUri);
  if (fault) return {name, objects: [], problems: [fault], texts: new Map([[configUri, project.text]])};
  try {
    const plain = await readDescription(api.description, run, 'configuration');
    const kind = otherKind(plain.document);
    if (kind)
      return {
        name,
        objects: [],
        problems: [],
        texts: plain.texts,
        skipped: `skipped: not an OpenAPI description but \`${kind}\``,
      };
    const identified = identify(plain.document, plain.uri);
    const specVersion = 'version' in identified ? SPEC_VERSIONS[identified.version] : 'oas3_1';
    const given = api.optionsFor(specVersion);
    if (given === undefined)
      return {name, objects: [], problems: [], texts: plain.texts, skipped: TURNED_OFF};
    const pointer = optionsPointer(project.content, api.alias, specVersion) ?? '';
    const overlays = overlaysIn(given, path.dirname(project.file));
    // Which options apply depends on the version of the description, so it was read without overlays first.
    const read =
      overlays.length === 0
        ? plain
        : await readDescription(api.description, {...run, overlays}, 'configuration');
    const texts = new Map([...read.texts, [configUri, project.text] as const]);
    const output = projectOutput({
      ...read,
      problems: read.problems.filter((problem) => !isOfOverlay(problem)),
      given,
      givenAt: {uri: configUri, pointer},
      strict: run.strict === true,
      allowEmpty: run.allowEmpty === true,
    });
    const outputAt = {uri: configUri, pointer: outputPointer(project.content, api.alias, pointer)};
    const placed = placeOutput(toProjectApi(api, project, read), output, outputAt, outputs);
    if (overlays.length === 0) return {name, texts, ...placed};
    const strict = output.options.run.strict === true;
    const overlaid = {uris: overlays.map(uriOf), problems: read.problems.filter(isOfOverlay), strict};
    return {name, texts, ...placed, overlaid};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {name, objects: [], problems: error.problems, texts: error.texts};
  }
}

function addressFault({alias, description}: ConfiguredApi, uri: string): Problem | undefined {
  if (alias === undefined || !isRemote(description) || URL.canParse(description)) return undefined;
  return {
    code: 'input',
    severity: 'error',
    message: invalid('`root`', description, 'a path or an http(s) address'),
    hint: 'check the spelling',
    location: ['apis', alias, 'root'].reduce(childLocation, {uri, pointer: ''}),
  };
}

/** The keys at the root of the other documents that Redocly bundles too. */
const OTHER_KINDS = ['asyncapi', 'arazzo', 'overlay', 'openrpc'] as const;

function otherKind(document: unknown): string | undefined {
  if (!isMap(document)) return undefined;
  const has = (key: string) => ownValue(document, key) !== undefined;
  return has('openapi') || has('swagger') ? undefined : OTHER_KINDS.find(has);
}

function toProjectApi(
  {alias, description}: ConfiguredApi,
  {file, taken}: RedoclyProject,
  {texts}: Description,
): ProjectApi {
  const read = [...texts.keys()].filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));
  return {project: path.dirname(file), alias, description, taken: [taken, targetFiles(read)]};
}

/**
 * Decides where an output is written.
 *
 * @param location what decides it in the configuration
 */
export function placeOutput(
  api: ProjectApi,
  {objects, problems, names, options, skipped, target}: ProjectOutput,
  location: Location,
  outputs: Outputs,
): PlacedOutput {
  if (skipped !== undefined) return {objects: [], problems, skipped};
  if (hasErrors(problems)) return {objects: [], problems};
  const {file, fault} = outputFile(api, names, {output: target.outputFile, ...options.run}, outputs);
  if (file !== undefined) return {file, objects, problems};
  const {message, hint} = fault;
  const problem = {message: `${nameOf(api)}: ${message}`, hint, location};
  return {objects: [], problems: [...problems, {code: 'output', severity: 'error', ...problem}]};
}

/** The problems of overlays: those that all APIs have which share an overlay. They are errors if one of these is strict. */
export function overlayProblems(outputs: readonly Pick<ApiOutput, 'overlaid'>[]): readonly Problem[] {
  const all = outputs.flatMap(({overlaid}) => overlaid ?? []);
  const overlays = new Set(all.flatMap(({uris}) => uris));
  return [...overlays].flatMap((uri) => {
    const sharing = all.filter(({uris}) => uris.includes(uri));
    const shared = problemsOfAll(
      sharing.map(({problems}) => problems.filter(({location}) => location?.uri === uri)),
    );
    return sharing.some(({strict}) => strict) ? raiseWarnings(shared) : shared;
  });
}
