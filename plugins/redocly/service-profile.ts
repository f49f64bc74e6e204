import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Oas2Decorator, Oas3Decorator, UserContext} from '@redocly/openapi-core';
import {EXTENSION} from '../../src/core/extension.ts';
import {isMap, ownValue} from '../../src/core/json-pointer.ts';
import {detectVersion} from '../../src/core/openapi.ts';
import {readOperations} from '../../src/core/operations.ts';
import {hasErrors, type Problem} from '../../src/core/problem.ts';
import {type ProfileOptions, readProfileOptions} from '../../src/core/profile-options.ts';
import {renderYaml} from '../../src/core/render.ts';
import {generateServiceProfile, type ServiceProfile} from '../../src/core/service-profile.ts';
import {nameOf, type Outputs, type ProjectApi, profileFile} from '../../src/io/profile-file.ts';
import {bundleOutput, optionsPointer, ownOptions} from '../../src/io/redocly-decorator.ts';
import {UnwritableFile, writeWholeFile} from '../../src/io/write-file.ts';
import {type RedoclyDescription, redoclyDescription} from './description.ts';
import {configSource, toReport} from './report.ts';
import {tooOld} from './version.ts';

type Options = Readonly<Record<string, unknown>>;

/** The outputs of this process: `redocly bundle` runs through several APIs. */
const outputs: Outputs = new Map();

/** A profile that waits for the end of the bundling, and what is to be reported then. */
interface Outcome {
  readonly api: ProjectApi;
  readonly options: ProfileOptions;
  readonly description: RedoclyDescription;
  readonly profile: ServiceProfile | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Decorator `apigen/service-profile`: writes the ServiceProfile of the description that is bundled, as `apigen mesh` prints it,
 * and leaves the bundle alone.
 *
 * The profile is made when the walk enters the root, where the description still is as its authors wrote it, and written
 * when the walk leaves it, unless the bundling met a reference that leads nowhere.
 */
export function ServiceProfileDecorator(given: Options) {
  let outcome: Outcome | undefined;
  let unresolved = false;
  return {
    Root: {
      enter(root: unknown, ctx: UserContext) {
        outcome = tooOld(ctx) ? undefined : generate(root, given, ctx);
      },
      leave(_root: unknown, ctx: UserContext) {
        if (outcome) finish(outcome, unresolved, given, ctx);
      },
    },
    ref: {
      leave(
        _node: unknown,
        _ctx: UserContext,
        resolved: {readonly node: unknown; readonly location: unknown},
      ) {
        if (resolved.location === undefined || resolved.node === undefined) unresolved = true;
      },
    },
  } satisfies ReturnType<Oas3Decorator> & ReturnType<Oas2Decorator>;
}

function generate(root: unknown, given: Options, ctx: UserContext): Outcome | undefined {
  const description = redoclyDescription(ctx);
  const api = projectApi(description, ctx);
  const {options, problems} = readProfileOptions(ownOptions(given), optionsLocation(api, ctx));
  const outcome = {api, options, description, profile: undefined, problems};
  if (problems.length > 0) return outcome;
  if (isNotMeant(root, options, description)) {
    const message = `neither \`${EXTENSION}\` nor a service name is given, so there is no profile`;
    if (options.strict) return {...outcome, problems: [{code: 'service-name', severity: 'error', message}]};
    process.stderr.write(`apigen: ${nameOf(api)}: ${message}\n`);
    return undefined;
  }
  const generated = generateServiceProfile(root, {...options, ...description});
  return {...outcome, profile: generated.serviceProfile, problems: generated.problems};
}

function projectApi({sources}: RedoclyDescription, {location, config}: UserContext): ProjectApi {
  const configFile = config?.configPath;
  const project = path.resolve(configFile === undefined ? '.' : path.dirname(configFile));
  const alias = config?._alias;
  const bundle = bundleOutput(config?.document?.parsed, alias);
  const taken = [...sources.values()].map(({absoluteRef}) => absoluteRef);
  return {
    project,
    alias,
    description: location.source.absoluteRef,
    taken: [
      ...taken,
      ...(configFile === undefined ? [] : [path.resolve(configFile)]),
      ...(bundle === undefined ? [] : [path.resolve(project, bundle)]),
    ],
  };
}

function optionsLocation(
  {project, alias}: ProjectApi,
  {config, specVersion}: UserContext,
): Problem['location'] & object {
  const file = config?.configPath ?? path.join(project, 'redocly.yaml');
  const pointer = optionsPointer(config?.document?.parsed, alias, specVersion) ?? '';
  return {uri: pathToFileURL(file).href, pointer};
}

/** True for an API that says nothing of a mesh: it has no setting, and no option names its Service. */
function isNotMeant(
  root: unknown,
  {settings}: ProfileOptions,
  {uri, documents}: RedoclyDescription,
): boolean {
  if (settings['service.name'] !== undefined || !isMap(root)) return false;
  if ((ownValue(root, EXTENSION) ?? null) !== null) return false;
  const version = detectVersion(root, uri);
  if (typeof version !== 'string') return false;
  const {operations} = readOperations(root, uri, version, documents);
  return operations.every(
    ({extension, pathExtension}) => extension === undefined && pathExtension === undefined,
  );
}

function finish(outcome: Outcome, unresolved: boolean, given: Options, ctx: UserContext): void {
  const problems = [...outcome.problems];
  const written = outcome.profile && !unresolved ? write(outcome, outcome.profile, problems) : undefined;
  const sources = new Map([...outcome.description.sources, ...configSource(ctx.config)]);
  const severity = given.severity === 'warn' ? 'warn' : 'error';
  for (const problem of problems) {
    // Redocly reports references that lead nowhere itself.
    if (unresolved && problem.code === 'reference') continue;
    const forceSeverity = problem.severity === 'warning' ? 'warn' : severity;
    ctx.report({...toReport(problem, sources), forceSeverity});
  }
  if (written !== undefined) {
    process.stderr.write(
      `apigen: ${nameOf(outcome.api)}: ServiceProfile written to ${path.relative('', written)}\n`,
    );
  } else if (unresolved && !hasErrors(problems)) {
    process.stderr.write(`apigen: ${nameOf(outcome.api)}: no profile, because of the errors of the bundle\n`);
  }
}

function write({api, options}: Outcome, profile: ServiceProfile, problems: Problem[]): string | undefined {
  const {file, fault} = profileFile(api, profile, options, outputs);
  if (file === undefined) {
    problems.push({code: 'output', severity: 'error', ...fault});
    return undefined;
  }
  try {
    writeWholeFile(file, renderYaml(profile));
    return file;
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    const message = `${path.relative('', file)}: ${error.message}`;
    problems.push({code: 'output', severity: 'error', message, hint: error.hint});
    return undefined;
  }
}
