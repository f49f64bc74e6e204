import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Oas2Decorator, Oas3Decorator, UserContext} from '@redocly/openapi-core';
import {hasErrors, type Location, type Problem} from '../../src/core/problem.ts';
import {type ProjectProfile, projectProfile} from '../../src/core/project-profile.ts';
import {renderYaml} from '../../src/core/render.ts';
import type {ServiceProfile} from '../../src/core/service-profile.ts';
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
interface Outcome extends ProjectProfile {
  readonly api: ProjectApi;
  readonly description: RedoclyDescription;
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
  const api = projectApi(ctx);
  const givenAt = optionsLocation(api, ctx);
  const made = projectProfile({document: root, ...description, given: ownOptions(given), givenAt});
  if (made.passedOver === undefined) return {...made, api, description};
  process.stderr.write(`apigen: ${nameOf(api)}: ${made.passedOver}\n`);
  return undefined;
}

function projectApi({location, config}: UserContext): ProjectApi {
  const configFile = config?.configPath;
  const project = path.resolve(configFile === undefined ? '.' : path.dirname(configFile));
  const alias = config?._alias;
  const bundle = bundleOutput(config?.document?.parsed, alias);
  return {
    project,
    alias,
    description: location.source.absoluteRef,
    taken: [
      ...(configFile === undefined ? [] : [path.resolve(configFile)]),
      ...(bundle === undefined ? [] : [path.resolve(project, bundle)]),
    ],
  };
}

function optionsLocation({project, alias}: ProjectApi, {config, specVersion}: UserContext): Location {
  const file = config?.configPath ?? path.join(project, 'redocly.yaml');
  const pointer = optionsPointer(config?.document?.parsed, alias, specVersion) ?? '';
  return {uri: pathToFileURL(file).href, pointer};
}

function finish(outcome: Outcome, unresolved: boolean, given: Options, ctx: UserContext): void {
  const problems = [...outcome.problems];
  const {serviceProfile} = outcome;
  const written = serviceProfile && !unresolved ? write(outcome, serviceProfile, problems) : undefined;
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

function write(outcome: Outcome, profile: ServiceProfile, problems: Problem[]): string | undefined {
  const read = [...outcome.description.sources.values()].map(({absoluteRef}) => absoluteRef);
  const api = {...outcome.api, taken: [...outcome.api.taken, ...read]};
  const {file, fault} = profileFile(api, profile, outcome.options, outputs);
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
