import type {DocumentSource} from './documents.ts';
import {EXTENSION} from './extension.ts';
import {generateServiceProfile} from './generate.ts';
import {isMap, type JsonMap, ownValue} from './json-pointer.ts';
import {isAstray} from './misplaced-extension.ts';
import {detectVersion} from './openapi.ts';
import {readOperations, readRootExtension} from './operations.ts';
import {type Location, type Problem, type ProblemCode, raiseWarnings} from './problem.ts';
import {type ProfileOptions, readProfileOptions} from './profile-options.ts';
import type {ServiceProfile} from './service-profile.ts';

/** An API of a configuration file, and the options under which its profile is asked for. */
export interface ProjectRequest {
  readonly document: unknown;
  readonly uri: string;
  readonly documents: DocumentSource;
  /** The options as they stand in the file. */
  readonly given: JsonMap;
  /** Where they stand. */
  readonly givenAt: Location;
  /** Switches that are on, whatever the options say. */
  readonly strict?: boolean;
  readonly allowEmpty?: boolean;
}

/** `passedOver` is the reason why an API that says nothing of a mesh has no profile; then no problem is an error. */
export interface ProjectProfile {
  readonly options: ProfileOptions;
  readonly serviceProfile: ServiceProfile | undefined;
  readonly problems: readonly Problem[];
  readonly passedOver?: string;
}

/** Hints that name a flag of the command line, in the words of a configuration file. */
export const OPTION_HINTS: Partial<Record<ProblemCode, string>> = {
  'service-name':
    'give it in the description with `x-apigen: {service: {name: <name>}}`, or with the option `service.name`',
  'no-routes': 'add a method under a path, or allow an empty profile with the option `allowEmpty: true`',
};

const PASSED_OVER = `neither \`${EXTENSION}\` nor a service name is given, so there is no profile`;

/**
 * The profile of one API of a configuration file: judges the options, passes over an API that says nothing of a mesh (an error
 * when strict), and generates the ServiceProfile.
 */
export function projectProfile(request: ProjectRequest): ProjectProfile {
  const {document, uri, documents} = request;
  const read = readProfileOptions(request.given, request.givenAt);
  const options = {
    ...read.options,
    strict: read.options.strict || request.strict === true,
    allowEmpty: read.options.allowEmpty || request.allowEmpty === true,
  };
  if (read.problems.length > 0) return {options, serviceProfile: undefined, problems: read.problems};
  const nothing = options.settings['service.name'] === undefined ? nothingSaid(request) : undefined;
  if (nothing) {
    const {refusal, astray} = nothing;
    const none = {options, serviceProfile: undefined};
    return options.strict
      ? {...none, problems: [refusal, ...raiseWarnings(astray)]}
      : {...none, problems: astray, passedOver: PASSED_OVER};
  }
  const {serviceProfile, problems} = generateServiceProfile(document, {...options, uri, documents});
  return {options, serviceProfile, problems: problems.map(withOptionHint)};
}

function withOptionHint(problem: Problem): Problem {
  const hint = OPTION_HINTS[problem.code] ?? problem.hint;
  return hint === undefined ? problem : {...problem, hint};
}

/** What is wrong with a description that says nothing of a mesh. */
export interface NothingSaid {
  /** That it does not. */
  readonly refusal: Problem;
  /** Misspelled and misplaced extensions, by which it may have been meant to. */
  readonly astray: readonly Problem[];
}

/** The problems of a description in which `x-apigen` stands nowhere; `undefined` for any other. */
export function nothingSaid({
  document,
  uri,
  documents,
}: Pick<ProjectRequest, 'document' | 'uri' | 'documents'>): NothingSaid | undefined {
  if (!isMap(document) || (ownValue(document, EXTENSION) ?? null) !== null) return undefined;
  const version = detectVersion(document, uri);
  if (typeof version !== 'string') return undefined;
  const {operations, problems} = readOperations(document, uri, version, documents);
  const said = operations.some(
    ({extension, pathExtension}) => extension !== undefined || pathExtension !== undefined,
  );
  if (said) return undefined;
  return {
    refusal: {
      code: 'service-name',
      severity: 'error',
      message: PASSED_OVER,
      hint: OPTION_HINTS['service-name'] ?? '',
      location: {uri, pointer: ''},
    },
    astray: [...readRootExtension(document, uri).problems, ...problems].filter(isAstray),
  };
}
