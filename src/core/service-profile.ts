import {compareCodePoints} from './code-point-order.ts';
import {isMap, type JsonMap, ownValue} from './json-pointer.ts';
import {detectVersion, type OpenapiVersion} from './openapi.ts';
import {type Operation, readOperations, readRootExtension} from './operations.ts';
import {normalizePrefix, pathRegex} from './path-regex.ts';
import {hasErrors, kindOf, type Problem, quote, raiseWarnings} from './problem.ts';
import type {DocumentSource} from './reference.ts';
import {type Levels, resolveSetting} from './resolve-settings.ts';
import {ambiguousPaths, shadowedRoutes} from './route-conflicts.ts';
import {checkValue, FORMATS, valueCode} from './setting-value.ts';
import {type FlagValues, findSetting, type SettingValues} from './settings.ts';

/** Source: specification, 2.3; the field names are those of the ServiceProfile CRD. */
export interface Route {
  readonly condition: {readonly method: string; readonly pathRegex: string};
  readonly name: string;
  /** Go duration text, `<n>s`. */
  readonly timeout?: string;
}

/** Source: specification, table 2.3; the order of the keys is the order in which they are written. */
export interface ServiceProfile {
  readonly apiVersion: string;
  readonly kind: 'ServiceProfile';
  readonly metadata: {readonly creationTimestamp: null; readonly name: string; readonly namespace: string};
  readonly spec: {readonly routes: readonly Route[]};
}

/** The values of `apiVersion` that meshes serve. The first is the default. */
export const API_VERSIONS = ['mesh.io/v1alpha2', 'linkerd.io/v1alpha2'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

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
  return generate(document, uri, version, options);
}

function refused(problems: readonly Problem[]): Generated {
  return {serviceProfile: undefined, problems, missing: new Set()};
}

function generate(
  document: JsonMap,
  uri: string,
  version: OpenapiVersion,
  options: GenerateOptions,
): Generated {
  const flags = readFlagValues(options.settings ?? {});
  const root = readRootExtension(document, uri);
  const base = readBasePath(document, uri, version);
  const reading = readOperations(document, uri, version, options.documents ?? new Map());
  const levels: Levels = {flag: flags.values, root: root.values, document: base.values};
  const operations = routedOperations(reading.operations, levels);

  const found = [...flags.problems, ...root.problems, ...base.problems, ...reading.problems];
  // A name that was given but is wrong is reported as such, not as missing.
  const named =
    resolveSetting('service.name', levels) !== undefined ||
    found.some((problem) => problem.severity === 'error' && isAbout(problem, 'service.name'));
  if (!named) found.push(missingServiceName(uri));
  // When a path could not be read, whether any route is left is not known.
  if (operations.length === 0 && !options.allowEmpty && !hasErrors(reading.problems))
    found.push(noRoutes(uri, reading.operations.length));
  found.push(...ambiguousPaths(operations), ...shadowedRoutes(operations));

  const profile = toServiceProfile(operations, levels, options.apiVersion ?? API_VERSIONS[0]);
  if (!hasErrors(found)) found.push(...nameTooLong(profile, uri));
  const problems = withoutRepeats(options.strict ? raiseWarnings(found) : found);
  return {serviceProfile: hasErrors(problems) ? undefined : profile, problems, missing: reading.missing};
}

function isAbout(problem: Problem, key: string): boolean {
  return problem.message.startsWith(`\`${key}\``);
}

/** Operations that give a route, in the order of the routes. Source: specification, 2.4 rule 9. */
function routedOperations(operations: readonly Operation[], levels: Levels): Operation[] {
  return operations
    .filter((operation) => !resolveSetting('disabled', levelsOf(operation, levels)))
    .sort((a, b) => compareCodePoints(a.method, b.method) || compareCodePoints(a.path, b.path));
}

function levelsOf({operationValues, pathValues}: Operation, {flag, root, document}: Levels): Levels {
  // Written out: spreading the levels of a thousand operations is among the slowest things done here.
  return {operation: operationValues, path: pathValues, flag, root, document};
}

function toServiceProfile(
  operations: readonly Operation[],
  levels: Levels,
  apiVersion: ApiVersion,
): ServiceProfile {
  const name = [
    resolveSetting('service.name', levels),
    resolveSetting('service.namespace', levels),
    'svc',
    resolveSetting('cluster.cluster_domain', levels),
  ].join('.');
  const prefix = normalizePrefix(resolveSetting('path.base', levels) ?? '');
  return {
    apiVersion,
    kind: 'ServiceProfile',
    metadata: {creationTimestamp: null, name, namespace: resolveSetting('namespace', levels) ?? ''},
    spec: {routes: operations.map((operation) => toRoute(operation, prefix, levelsOf(operation, levels)))},
  };
}

function toRoute({method, path}: Operation, prefix: string, levels: Levels): Route {
  const timeout = resolveSetting('timeouts.request_timeout', levels);
  return {
    condition: {method, pathRegex: pathRegex(prefix, path)},
    name: `${method} ${prefix}${path}`,
    // 0 is a value that means "no timeout here".
    ...(timeout ? {timeout: `${timeout}s`} : {}),
  };
}

function readFlagValues(settings: FlagValues): {values: SettingValues; problems: Problem[]} {
  const problems: Problem[] = [];
  const values: [string, unknown][] = [];
  for (const [key, value] of Object.entries(settings)) {
    const setting = findSetting(key);
    if (value === undefined) continue;
    if (!setting?.flag) {
      problems.push({
        code: 'unknown-setting',
        severity: 'error',
        message: `unknown setting ${quote(key)}`,
        flag: key,
      });
      continue;
    }
    const checked = checkValue(setting, value);
    if (checked.ok) values.push([key, checked.value]);
    else
      problems.push({
        code: valueCode(setting),
        severity: 'error',
        message: checked.message,
        hint: checked.hint,
        flag: key,
      });
  }
  return {values: Object.fromEntries(values), problems};
}

/** `basePath` of Swagger 2.0 stands in for `path.base` when neither a flag nor `x-apigen` sets it. */
function readBasePath(
  document: JsonMap,
  uri: string,
  version: OpenapiVersion,
): {values: SettingValues; problems: Problem[]} {
  const basePath = version === '2.0' ? ownValue(document, 'basePath') : undefined;
  if (basePath === undefined || basePath === null) return {values: {}, problems: []};
  if (typeof basePath === 'string' && new RegExp(FORMATS['path-prefix'].pattern).test(basePath)) {
    return {values: {'path.base': basePath}, problems: []};
  }
  const message = `\`basePath\` must be ${FORMATS['path-prefix'].rule}, but it is ${quote(basePath)}`;
  const hint = 'write for example `basePath: /api/v1`';
  return {
    values: {},
    problems: [
      {code: 'setting-value', severity: 'error', message, hint, location: {uri, pointer: '/basePath'}},
    ],
  };
}

function missingServiceName(uri: string): Problem {
  return {
    code: 'service-name',
    severity: 'error',
    message: 'the name of the target Service is missing',
    hint: 'give it with `--service.name <name>`, or in the description with `x-apigen: {service: {name: <name>}}`',
    location: {uri, pointer: ''},
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

/** A resource's name is a DNS subdomain. Source: Kubernetes, apimachinery `validation.IsDNS1123Subdomain`. */
function nameTooLong({metadata: {name}}: ServiceProfile, uri: string): Problem[] {
  const longest = FORMATS['dns-subdomain'].maxLength ?? 0;
  if (name.length <= longest) return [];
  const message = `the profile's name ${quote(name)} has ${name.length} characters, but Kubernetes takes at most ${longest}`;
  return [
    {
      code: 'profile-name',
      severity: 'error',
      message,
      hint: 'shorten `cluster.cluster_domain`',
      location: {uri, pointer: ''},
    },
  ];
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
