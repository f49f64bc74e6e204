import {readBasePath} from './base-path.ts';
import type {DocumentSource} from './documents.ts';
import {EXTENSION, type ExtensionReading} from './extension.ts';
import {checkFlagValues} from './flag-values.ts';
import {appendToken, isMap, type JsonMap, ownValue} from './json-pointer.ts';
import {detectVersion, type OpenapiVersion} from './openapi.ts';
import type {Operation} from './operation.ts';
import {type OperationsReading, readOperations, readRootExtension} from './operations.ts';
import {hasErrors, kindOf, type Location, type Problem, raiseWarnings} from './problem.ts';
import {type Levels, resolveSetting} from './resolve-settings.ts';
import {ambiguousPaths, shadowedRoutes} from './route-conflicts.ts';
import {
  API_VERSIONS,
  type ApiVersion,
  nameTooLong,
  profileName,
  routedOperations,
  type ServiceProfile,
  toServiceProfile,
} from './service-profile.ts';
import type {FlagValues} from './settings.ts';

export interface GenerateOptions {
  /** Settings at the level of a flag, by dotted name. Wrong values are problems, as in `x-apigen`. */
  readonly settings?: FlagValues;
  /** Default `mesh.io/v1alpha2`. */
  readonly apiVersion?: ApiVersion;
  /** Makes every warning an error. */
  readonly strict?: boolean;
  /** Allows a profile without a route. */
  readonly allowEmpty?: boolean;
  /** Absolute URI of the document, from which relative references are resolved. */
  readonly uri?: string;
  /** The other documents that references lead to, by absolute URI, or what looks values up in them. */
  readonly documents?: DocumentSource;
}

/** `serviceProfile` is there when, and only when, no problem is an error. */
export interface Generated {
  readonly serviceProfile: ServiceProfile | undefined;
  readonly problems: readonly Problem[];
  /** URIs of documents that references lead to and that were not given; a reader loads them and calls again. */
  readonly missing: ReadonlySet<string>;
}

/** The URI of a document that was given without one. */
const NO_URI = 'openapi:///description';

/**
 * The ServiceProfile of an OpenAPI description: one route for every path and method, sorted by method and then by path.
 * Pure: nothing is read or written; what is wrong comes back as problems, all at once.
 *
 * Source: specification, sections 2.2 to 2.4.
 *
 * @param document a parsed OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 description
 */
export function generateServiceProfile(document: unknown, options: GenerateOptions = {}): Generated {
  const uri = options.uri ?? NO_URI;
  if (!isMap(document)) {
    const message = `this is no OpenAPI description: it holds ${kindOf(document)}, not a map`;
    return refused([
      {
        code: 'not-openapi',
        severity: 'error',
        message,
        hint: 'begin it with `openapi: 3.1.0`',
        location: {uri, pointer: ''},
      },
    ]);
  }
  const version = detectVersion(document, uri);
  if (typeof version !== 'string') return refused([version]);
  const reading = readSettings(document, uri, version, options.documents ?? new Map());
  const {problems, operations, levels} = judgeReading(reading, uri, options);
  const serviceProfile = hasErrors(problems)
    ? undefined
    : toServiceProfile(operations, levels, options.apiVersion ?? API_VERSIONS[0]);
  return {serviceProfile, problems, missing: reading.paths.missing};
}

function refused(problems: readonly Problem[]): Generated {
  return {serviceProfile: undefined, problems, missing: new Set()};
}

/** What stands in a description at each level, right or wrong. */
export interface DescriptionReading {
  /** Where the root's `x-apigen` stands; absent when it sets nothing. */
  readonly extension: Location | undefined;
  readonly root: ExtensionReading;
  readonly base: ReturnType<typeof readBasePath>;
  readonly paths: OperationsReading;
}

/** Reads what a description sets: the one walk through it. */
export function readSettings(
  document: JsonMap,
  uri: string,
  version: OpenapiVersion,
  documents: DocumentSource,
): DescriptionReading {
  const isSet = (ownValue(document, EXTENSION) ?? null) !== null;
  return {
    extension: isSet ? {uri, pointer: appendToken('', EXTENSION), at: 'key'} : undefined,
    root: readRootExtension(document, uri),
    base: readBasePath(document, uri, version),
    paths: readOperations(document, uri, version, documents),
  };
}

interface Judged {
  readonly problems: readonly Problem[];
  /** Those that give a route, in the order of the routes. */
  readonly operations: readonly Operation[];
  readonly levels: Levels;
}

/** What is wrong with a description that was read, and what its profile is made of. */
export function judgeReading(
  {extension, root, base, paths: reading}: DescriptionReading,
  uri: string,
  options: GenerateOptions,
): Judged {
  const flags = checkFlagValues(options.settings ?? {});
  const levels: Levels = {flag: flags.values, root: root.values, document: base.values};
  const operations = routedOperations(reading.operations, levels);

  const found = [...flags.problems, ...root.problems, ...base.problems, ...reading.problems];
  // A name that was given but is wrong is reported as such, not as missing.
  const named =
    resolveSetting('service.name', levels) !== undefined ||
    found.some((problem) => problem.severity === 'error' && isAbout(problem, 'service.name'));
  if (!named) found.push(missingServiceName(extension ?? {uri, pointer: ''}));
  // When a path could not be read, whether any route is left is not known.
  if (operations.length === 0 && !options.allowEmpty && !hasErrors(reading.problems))
    found.push(noRoutes(uri, reading.operations.length));
  found.push(...ambiguousPaths(operations), ...shadowedRoutes(operations));

  if (!hasErrors(found)) found.push(...nameTooLong(profileName(levels), uri));
  return {problems: withoutRepeats(options.strict ? raiseWarnings(found) : found), operations, levels};
}

function isAbout(problem: Problem, key: string): boolean {
  return problem.message.startsWith(`\`${key}\``);
}

function missingServiceName(location: Location): Problem {
  return {
    code: 'service-name',
    severity: 'error',
    message: 'the name of the target Service is missing',
    hint: 'give it with `--service.name <name>`, or in the description with `x-apigen: {service: {name: <name>}}`',
    location,
  };
}

function noRoutes(uri: string, operations: number): Problem {
  const [why, cure] =
    operations === 0
      ? ['no path has a method', 'add a method under a path']
      : ['every operation is disabled', 'take away a `disabled`'];
  return {
    code: 'no-routes',
    severity: 'error',
    message: `there is no route: ${why}`,
    hint: `${cure}, or allow an empty profile with \`--allow-empty\``,
    location: {uri, pointer: '/paths', at: 'key'},
  };
}

/** A path item that several paths refer to is read once for each, but what is wrong with it is said once. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    // However it was reached.
    const place = problem.location && {...problem.location, access: undefined};
    const id = JSON.stringify({...problem, location: place});
    if (!first.has(id)) first.set(id, problem);
  }
  return [...first.values()];
}
