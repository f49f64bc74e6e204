import {rmSync} from 'node:fs';
import path from 'node:path';
import type {Oas2Decorator, Oas3Decorator, UserContext} from '@redocly/openapi-core';
import {plainYaml} from '../../src/core/plain-profile.ts';
import type {Problem} from '../../src/core/problem.ts';
import {type ProjectProfile, projectProfile} from '../../src/core/project-profile.ts';
import type {ServiceProfile} from '../../src/core/service-profile.ts';
import {nameOf, type Outputs, type ProjectApi, profileFile} from '../../src/io/profile-file.ts';
import {apisOf, filesOfApis, ownOptions} from '../../src/io/redocly-decorator.ts';
import {readTextIfThere, UnwritableFile, writeWholeFile} from '../../src/io/write-file.ts';
import {bundlingBegins, onBundleError} from './bundle-errors.ts';
import {tell, withPositions} from './bundle-report.ts';
import {optionsLocation, outputLocation, projectFolder} from './decorator-options.ts';
import {type RedoclyDescription, redoclyDescription} from './description.ts';
import {late} from './late.ts';
import {configSource} from './report.ts';
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
 * when the walk leaves it. It is taken back when the bundle turns out to have an error.
 */
export function ServiceProfileDecorator(given: Options) {
  let outcome: Outcome | undefined;
  return {
    Root: {
      enter(root: unknown, ctx: UserContext) {
        bundlingBegins(ctx);
        outcome = tooOld(ctx) ? undefined : generate(root, given, ctx);
      },
      leave(_root: unknown, ctx: UserContext) {
        if (outcome) finish(outcome, given, ctx);
      },
    },
  } satisfies ReturnType<Oas3Decorator> & ReturnType<Oas2Decorator>;
}

/** The decorator for documents that are no OpenAPI descriptions: those have no profile. */
export function NoServiceProfileDecorator() {
  return {Root: {enter: (_root: unknown, ctx: UserContext) => bundlingBegins(ctx)}};
}

function generate(root: unknown, given: Options, ctx: UserContext): Outcome | undefined {
  const api = projectApi(ctx);
  if (isReadOnly(api, ctx)) return undefined;
  const description = redoclyDescription(ctx);
  const givenAt = optionsLocation(ctx);
  const made = projectProfile({document: root, ...description, given: ownOptions(given), givenAt});
  if (made.passedOver === undefined)
    return {...made, problems: withPositions(made.problems, root, description), api, description};
  process.stderr.write(`apigen: ${nameOf(api)}: ${made.passedOver}\n`);
  tell(made.problems, description.sources, given, ctx);
  return undefined;
}

/** The API that is walked over. */
export function projectApi(ctx: UserContext): ProjectApi {
  const {location, config} = ctx;
  const configFile = config?.configPath;
  const project = projectFolder(ctx);
  const alias = config?._alias;
  return {
    project,
    alias,
    description: location.source.absoluteRef,
    taken: [
      ...(configFile === undefined ? [] : [path.resolve(configFile)]),
      ...filesOfApis(apisOf(config?.document?.parsed), project),
    ],
  };
}

/**
 * True for commands such as `stats`, which bundle for themselves and write nothing: they tell by its description's path alone
 * which API it is, and do not hand over its options.
 */
function isReadOnly({project, alias, description}: ProjectApi, {config}: UserContext): boolean {
  if (alias !== undefined) return false;
  const apis = Object.values(config?.resolvedConfig.apis ?? {});
  return apis.some(({root}) => path.resolve(project, root) === description);
}

function finish(outcome: Outcome, given: Options, ctx: UserContext): void {
  const problems = [...outcome.problems];
  const written = outcome.serviceProfile && write(outcome, outcome.serviceProfile, problems, ctx);
  const sources = new Map([...outcome.description.sources, ...configSource(ctx.config)]);
  tell(problems, sources, given, ctx);
  const say = (text: string) => process.stderr.write(`apigen: ${nameOf(outcome.api)}: ${text}\n`);
  if (written === undefined) return;
  let failed = false;
  if (ctx.config) {
    onBundleError(ctx.config, () => {
      if (!failed) {
        written.takeBack();
        say('no profile, because of the errors of the bundle');
      }
      failed = true;
    });
  }
  // The walk is over by then, and its errors are known.
  queueMicrotask(() => {
    if (!failed) say(`ServiceProfile written to ${path.relative('', written.file)}`);
  });
}

interface Written {
  readonly file: string;
  /** Puts back what stood there before. */
  readonly takeBack: () => void;
}

function write(
  outcome: Outcome,
  profile: ServiceProfile,
  problems: Problem[],
  ctx: UserContext,
): Written | undefined {
  const refuse = (fault: Pick<Problem, 'message' | 'hint'>): undefined => {
    problems.push({code: 'output', severity: 'error', ...fault, location: outputLocation(ctx)});
  };
  const read = [...outcome.description.sources.values()].map(({absoluteRef}) => absoluteRef);
  const api = {...outcome.api, taken: [...outcome.api.taken, ...read]};
  const {file, fault} = profileFile(api, profile, outcome.options, outputs);
  if (file === undefined) return refuse(fault);
  try {
    const before = readTextIfThere(file);
    writeWholeFile(file, plainYaml(profile) ?? late().renderYaml(profile));
    const takeBack = () =>
      before === undefined ? rmSync(file, {force: true}) : writeWholeFile(file, before);
    return {file, takeBack};
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    return refuse({message: `${path.relative('', file)}: ${error.message}`, hint: error.hint});
  }
}
