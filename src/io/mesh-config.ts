import {existsSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {isMap, ownValue} from '../core/json-pointer.ts';
import {nearestKey} from '../core/nearest-key.ts';
import {detectVersion, type OpenapiVersion} from '../core/openapi.ts';
import {hasErrors, type Location, type Problem} from '../core/problem.ts';
import {type ProjectProfile, projectProfile} from '../core/project-profile.ts';
import {renderYaml} from '../core/render.ts';
import {checkOutput, type Terminal, writeOutput} from './output.ts';
import {nameOf, type Outputs, type ProjectApi, profileFile} from './profile-file.ts';
import {type Description, readDescription, UnreadableDescription} from './read-description.ts';
import {
  type ConfiguredApi,
  type RedoclyProject,
  readRedoclyConfig,
  UnusableConfig,
} from './redocly-config.ts';
import {optionsPointer, outputPointer} from './redocly-decorator.ts';
import {documentNames, type Places, report} from './report.ts';

/** What `apigen mesh --config` is asked to do. */
export interface MeshConfigRequest {
  readonly config: string;
  /** Names or paths of the APIs; none means all. */
  readonly apis: readonly string[];
  /** Compare with the files instead of writing them. */
  readonly check: boolean;
  readonly strict: boolean;
  readonly allowEmpty: boolean;
  readonly remoteRefs: boolean;
}

/** The profile of one API, and where it goes. */
interface Planned {
  readonly name: string;
  readonly file?: string;
  readonly text?: string;
  readonly problems: readonly Problem[];
  readonly texts: Places['texts'];
  /** Why there is no profile, when that is no error. */
  readonly passedOver?: string;
}

/**
 * Writes the profiles of a `redocly.yaml`, as the plugin does while `redocly bundle` runs: the same files, the same bytes, but
 * without bundling. Nothing is written when an API has an error.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, a file cannot be written, or `check` differs
 */
export async function runMeshConfig(request: MeshConfigRequest, terminal: Terminal): Promise<number> {
  const nameOfDocument = documentNames(request.config, terminal.folder);
  let project: RedoclyProject;
  let apis: readonly ConfiguredApi[];
  try {
    project = await readRedoclyConfig(request.config);
    apis = chosenApis(project, request.apis, terminal.folder);
  } catch (error) {
    if (!(error instanceof UnusableConfig)) throw error;
    terminal.error(report([error.problem], {texts: new Map(), nameOf: nameOfDocument}));
    return 1;
  }
  const outputs: Outputs = new Map();
  const plans: Planned[] = [];
  for (const api of apis) plans.push(await plan(api, project, request, outputs));
  for (const {name, problems, texts, passedOver} of plans) {
    if (problems.length > 0) terminal.error(report(problems, {texts, nameOf: nameOfDocument}));
    if (passedOver !== undefined) terminal.error(`apigen: ${name}: ${passedOver}\n`);
  }
  if (plans.some(({problems}) => hasErrors(problems))) return 1;
  // Who asks for a comparison, or for one API by name, must not take silence for a yes.
  const asked = request.check || request.apis.length > 0;
  if (asked && plans.every(({passedOver}) => passedOver !== undefined)) return 1;
  return deliver(plans, request.check, terminal);
}

/** As Redocly does, an API is named by its name or by a description's path, in `apis` or not; a leading `@` does no harm. */
function chosenApis(
  project: RedoclyProject,
  names: readonly string[],
  folder: string,
): readonly ConfiguredApi[] {
  if (names.length > 0) return names.map((name) => chosenApi(project, name, folder));
  if (project.apis.length > 0) return project.apis;
  throw new UnusableConfig(
    'no API is named here',
    'name one, for example `apis: {core@v1: {root: openapi.yaml}}`',
    pathToFileURL(project.file).href,
  );
}

function chosenApi({apis, file, unlisted}: RedoclyProject, name: string, folder: string): ConfiguredApi {
  const plain = name.replace(/^@/, '');
  const description = path.resolve(folder, name);
  const api =
    apis.find(({alias}) => alias === name) ??
    apis.find(({alias}) => alias === plain) ??
    apis.find((candidate) => candidate.description === description);
  if (api) return api;
  if (existsSync(description)) return unlisted(description);
  const aliases = apis.flatMap(({alias}) => alias ?? []);
  const meant = nearestKey(plain, aliases);
  throw new UnusableConfig(
    `there is no API ${JSON.stringify(name)} in ${path.relative(folder, file)}, and no such file`,
    meant === undefined
      ? aliases.length > 0
        ? `its APIs: ${aliases.join(', ')}`
        : 'name the path of a description'
      : `did you mean \`${meant}\`?`,
  );
}

const SPEC_VERSIONS: Readonly<Record<OpenapiVersion, string>> = {
  '2.0': 'oas2',
  '3.0': 'oas3_0',
  '3.1': 'oas3_1',
  '3.2': 'oas3_2',
};

async function plan(
  api: ConfiguredApi,
  project: RedoclyProject,
  request: MeshConfigRequest,
  outputs: Outputs,
): Promise<Planned> {
  const configUri = pathToFileURL(project.file).href;
  const {alias} = api;
  const name = nameOf({...api, project: path.dirname(project.file), taken: []});
  try {
    const read = await readDescription(api.description, request);
    const texts = new Map([...read.texts, [configUri, project.text] as const]);
    const passedOver = otherKind(read.document);
    if (passedOver !== undefined) return {name, problems: [], texts, passedOver};
    const version = isMap(read.document) ? detectVersion(read.document, read.uri) : undefined;
    const specVersion = typeof version === 'string' ? SPEC_VERSIONS[version] : 'oas3_1';
    const given = api.optionsFor(specVersion);
    if (given === undefined) return {name, problems: [], texts, passedOver: TURNED_OFF};
    const pointer = optionsPointer(project.content, alias, specVersion) ?? '';
    const {strict, allowEmpty} = request;
    const givenAt = {uri: configUri, pointer};
    const made = projectProfile({...read, given, givenAt, strict, allowEmpty});
    const outputAt = {uri: configUri, pointer: outputPointer(project.content, alias, pointer)};
    return {name, texts, ...place(toProjectApi(api, project, read), made, outputAt, outputs)};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {name, problems: [error.problem], texts: error.texts};
  }
}

/** The keys at the root of the other documents that may stand among Redocly's `apis`. */
const OTHER_KINDS = ['asyncapi', 'arazzo', 'overlay', 'openrpc'] as const;

/** Why a document that Redocly bundles too has no profile; `undefined` when it is one of those that have. */
function otherKind(document: unknown): string | undefined {
  if (!isMap(document)) return undefined;
  const says = (key: string) => ownValue(document, key) !== undefined;
  if (says('openapi') || says('swagger')) return undefined;
  const kind = OTHER_KINDS.find(says);
  return kind && `this is no OpenAPI description but begins with \`${kind}\`, so there is no profile`;
}

const TURNED_OFF =
  'the decorator `apigen/service-profile` is off, so there is no profile; turn it on with `extends: [apigen/recommended]`';

function toProjectApi(
  {alias, description}: ConfiguredApi,
  {file, filesOfApis}: RedoclyProject,
  {texts}: Description,
): ProjectApi {
  const read = [...texts.keys()].filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));
  const taken = [file, ...read, ...filesOfApis];
  return {project: path.dirname(file), alias, description, taken};
}

function place(
  api: ProjectApi,
  {serviceProfile, problems, options, passedOver}: ProjectProfile,
  location: Location,
  outputs: Outputs,
): Pick<Planned, 'file' | 'text' | 'problems' | 'passedOver'> {
  if (passedOver !== undefined) return {problems, passedOver};
  if (serviceProfile === undefined) return {problems};
  const {file, fault} = profileFile(api, serviceProfile, options, outputs);
  if (file !== undefined) return {file, text: renderYaml(serviceProfile), problems};
  const {message, hint} = fault;
  const problem: Problem = {
    code: 'output',
    severity: 'error',
    message: `${nameOf(api)}: ${message}`,
    hint,
    location,
  };
  return {problems: [...problems, problem]};
}

/** How a file is brought up to date that `--check` found to differ. */
const UPDATE = 'write it anew: the same command without `--check`';

async function deliver(plans: readonly Planned[], check: boolean, terminal: Terminal): Promise<number> {
  const statuses: number[] = [];
  for (const {name, file, text} of plans) {
    if (file === undefined || text === undefined) continue;
    const shown = path.relative(terminal.folder, file);
    const status = check
      ? await checkOutput(shown, text, terminal, UPDATE)
      : writeOutput(shown, text, terminal);
    statuses.push(status);
    if (status === 0 && !check) terminal.error(`apigen: ${name}: ServiceProfile written to ${shown}\n`);
  }
  return Math.max(0, ...statuses);
}
