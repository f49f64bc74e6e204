import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {hasErrors, type Problem, raiseWarnings} from '../core/problem.ts';
import type {RunValues} from '../core/run/options.ts';
import {toYaml} from '../core/yaml.ts';
import type {DocumentText} from './read/parse-document.ts';
import type {ReadOptions} from './read/read-description.ts';
import {RemoteTime} from './read/read-limits.ts';
import {isRemote, localFiles} from './read/source.ts';
import {type ApiOutput, apiOutput, overlayProblems} from './redocly-config/api-output.ts';
import type {Outputs} from './redocly-config/output-file.ts';
import {readProject} from './redocly-config/read-project.ts';
import type {RedoclyProject} from './redocly-config/redocly-config.ts';
import {unknownNames} from './redocly-config/unknown-names.ts';
import {documentNames, NOWHERE, report} from './report/report.ts';
import type {Round} from './watch/watch.ts';
import {checkOutput, type Terminal, writeOutput} from './write/output.ts';

/** What `apigen mesh --config` is asked to do. */
export interface MeshConfigRequest extends RunValues, Pick<ReadOptions, 'remoteTime'> {
  readonly config: string;
  /** Names or paths of the APIs; none means all. */
  readonly apis: readonly string[];
}

/**
 * Writes the outputs of a `redocly.yaml`, as the plugin does while `redocly bundle` runs: the same files, the same bytes, but
 * without bundling. Nothing is written when an API has an error, unless `keepGoing` is set.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, a file cannot be written, or `check` differs
 */
export async function runMeshConfig(request: MeshConfigRequest, terminal: Terminal): Promise<number> {
  if (!request.watch) return (await configRound(request, terminal, new Map())).status;
  const {watchFiles} = await import('./watch/watch.ts');
  const written = new Map<string, string>();
  return watchFiles(() => configRound(request, terminal, written), terminal);
}

/** @param written the text of each file that an earlier round wrote, which need not be written again */
async function configRound(
  request: MeshConfigRequest,
  terminal: Terminal,
  written: Map<string, string>,
): Promise<Round> {
  const nameOf = documentNames(request.config, terminal.folder);
  const files = new Set([path.resolve(request.config)]);
  const read = await readProject({...request, filesRead: files}, terminal.folder);
  if ('problems' in read) {
    terminal.error(report(read.problems, {texts: read.texts, nameOf}));
    return {status: 1, files: [...files]};
  }
  const names = unknownNamesOf(read.project, request.strict === true);
  const taken: Outputs = new Map();
  const outputs: Output[] = [];
  const run = {...request, remoteTime: request.remoteTime ?? new RemoteTime()};
  const problems: Problem[] = [...names.problems];
  const texts = new Map<string, DocumentText>(names.texts);
  // One after another: the first of two APIs with the same output has it.
  for (const api of read.apis) {
    const {texts: own, ...output} = await apiOutput(api, read.project, run, taken);
    outputs.push(output);
    for (const file of [api.description, ...localFiles(own.keys())]) if (!isRemote(file)) files.add(file);
    for (const problem of output.problems) problems.push(problem);
    // Without problems nobody asks for a place in them.
    const isAsked = output.problems.length > 0 || (output.overlaid?.problems.length ?? 0) > 0;
    if (isAsked) for (const [uri, text] of own) texts.set(uri, text);
  }
  for (const problem of overlayProblems(outputs)) problems.push(problem);
  const reported = withOneTimeout(problems, run.remoteTime);
  if (reported.length > 0) terminal.error(report(reported, {texts, nameOf}));
  for (const {name, skipped} of outputs)
    if (skipped !== undefined) terminal.error(`apigen: ${name}: ${skipped}\n`);
  const round = {status: 1, files: [...files]};
  const hasFailed = hasErrors(problems);
  if (hasErrors(names.problems) || (hasFailed && request.keepGoing !== true)) return round;
  // Silence would look like success to whoever asks for a comparison, or for an API by name.
  const isAsked = request.check !== undefined || request.apis.length > 0;
  if (isAsked && outputs.every(({skipped}) => skipped !== undefined)) {
    terminal.error(report([ALL_SKIPPED], NOWHERE));
    return round;
  }
  const status = await deliver(outputs, request.check !== undefined, terminal, written);
  if (hasFailed) return round;
  return {...round, status, outputs: new Map(outputs.map(({name, objects}) => [name, objects]))};
}

/** The APIs whose remote documents could not be read any more are counted at the first of them. */
function withOneTimeout(problems: readonly Problem[], {timeout}: RemoteTime): readonly Problem[] {
  const [first, ...others] = problems.filter(({message}) => message === timeout?.message);
  if (first === undefined || others.length === 0) return problems;
  const counted = {...first, message: `${first.message} (${others.length + 1} APIs)`};
  return [counted, ...problems.filter(({message}) => message !== first.message)];
}

type Output = Omit<ApiOutput, 'texts'>;

const ALL_SKIPPED: Problem = {
  code: 'output',
  severity: 'error',
  message: 'no output: every API was skipped',
  hint: 'set a service name for one of them, or turn on the decorator',
};

/** What the configuration asks of the plugin that the plugin does not have. */
function unknownNamesOf({file, content, text}: RedoclyProject, strict: boolean) {
  const uri = pathToFileURL(file).href;
  const problems = unknownNames(content, uri);
  return {problems: strict ? raiseWarnings(problems) : problems, texts: new Map([[uri, text]])};
}

/** How to update a file that `--check` found to be out of date. */
const UPDATE = 'to update it, run the same command without `--check`';

async function deliver(
  outputs: readonly Output[],
  isCheck: boolean,
  terminal: Terminal,
  written: Map<string, string>,
): Promise<number> {
  const statuses: number[] = [];
  for (const {name, file, objects} of outputs) {
    if (file === undefined) continue;
    const text = toYaml(objects);
    if (written.get(file) === text) continue;
    const shown = path.relative(terminal.folder, file);
    const status = isCheck
      ? await checkOutput(file, text, terminal, UPDATE, shown)
      : writeOutput(file, text, terminal, shown);
    statuses.push(status);
    if (status === 0) written.set(file, text);
    if (status === 0 && !isCheck) terminal.error(`apigen: ${name}: wrote ${shown}\n`);
  }
  return Math.max(0, ...statuses);
}
