import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {identify} from '../../core/identify.ts';
import {isMap, type JsonMap, ownValue} from '../../core/json.ts';
import type {OpenapiVersion} from '../../core/openapi/version.ts';
import {childLocation, type Location, type Problem} from '../../core/problem.ts';
import {invalid} from '../../core/quote.ts';
import {
  type Description,
  type ReadOptions,
  readDescription,
  UnreadableDescription,
} from '../read/read-description.ts';
import {isRemote} from '../read/source.ts';
import type {Places} from '../report/report.ts';
import {nameOf} from './output-file.ts';
import {overlaysIn} from './overlays-in.ts';
import {type ConfiguredApi, decoratorOptions, type ProjectConfig} from './project-config.ts';
import {optionsPointer} from './redocly-decorator.ts';

/** An API of a configuration file that was read. */
export interface ReadApi {
  readonly name: string;
  /** Without that of the configuration. */
  readonly texts: Places['texts'];
  /** Why it could not be read. */
  readonly problems: readonly Problem[];
  /** Why there is nothing to generate, when that is not an error. */
  readonly skipped?: string;
  /** Absent where it could not be read or is skipped. */
  readonly found?: {
    readonly description: Description;
    /** The options of the decorator for it, as written. */
    readonly given: JsonMap;
    readonly givenAt: Location;
    /** Those that were applied. */
    readonly overlays: readonly string[];
  };
}

const SPEC_VERSIONS: Readonly<Record<OpenapiVersion, string>> = {
  '2.0': 'oas2',
  '3.0': 'oas3_0',
  '3.1': 'oas3_1',
  '3.2': 'oas3_2',
};

const TURNED_OFF =
  'skipped: the decorator `apigen/service-profile` is off; turn it on with `extends: [apigen/recommended]`';

/** Reads an API of a project, and which options of the decorator apply to it. */
export async function readApi(
  api: ConfiguredApi,
  project: ProjectConfig,
  run: ReadOptions,
): Promise<ReadApi> {
  const uri = pathToFileURL(project.file).href;
  const name = nameOf({...api, project: path.dirname(project.file), taken: []});
  const fault = addressFault(api, uri);
  if (fault) return {name, problems: [fault], texts: new Map()};
  try {
    const plain = await readDescription(api.description, run, 'configuration');
    const none = {name, problems: [], texts: plain.texts};
    const kind = otherKind(plain.document);
    if (kind) return {...none, skipped: `skipped: not an OpenAPI description but \`${kind}\``};
    const identified = identify(plain.document, plain.uri);
    const specVersion = 'version' in identified ? SPEC_VERSIONS[identified.version] : 'oas3_1';
    const given = decoratorOptions(project, api, specVersion);
    if (given === undefined) return {...none, skipped: TURNED_OFF};
    const pointer = optionsPointer(project.content, api.alias, specVersion) ?? '';
    const overlays = overlaysIn(given, path.dirname(project.file));
    // Which options apply depends on the version of the description, so it was read without overlays first.
    const description =
      overlays.length === 0
        ? plain
        : await readDescription(api.description, {...run, overlays}, 'configuration');
    const {texts} = description;
    return {...none, texts, found: {description, given, givenAt: {uri, pointer}, overlays}};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {name, problems: error.problems, texts: error.texts};
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
