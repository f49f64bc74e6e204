import path from 'node:path';
import {hasErrors, type Problem} from '../core/problem.ts';
import type {RunValues} from '../core/run/options.ts';
import {toYaml} from '../core/yaml.ts';
import {type ApiOutput, apiOutput} from './redocly-config/api-output.ts';
import {chosenApis} from './redocly-config/chosen-apis.ts';
import type {Outputs} from './redocly-config/output-file.ts';
import {
  type ConfiguredApi,
  type RedoclyProject,
  readRedoclyConfig,
  UnusableConfig,
} from './redocly-config/redocly-config.ts';
import {documentNames, NOWHERE, report} from './report/report.ts';
import {checkOutput, type Terminal, writeOutput} from './write/output.ts';

/** What `apigen mesh --config` is asked to do. */
export interface MeshConfigRequest extends RunValues {
  readonly config: string;
  /** Names or paths of the APIs; none means all. */
  readonly apis: readonly string[];
}

/**
 * Writes the outputs of a `redocly.yaml`, as the plugin does while `redocly bundle` runs: the same files, the same bytes, but
 * without bundling. Nothing is written when an API has an error.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, a file cannot be written, or `check` differs
 */
export async function runMeshConfig(request: MeshConfigRequest, terminal: Terminal): Promise<number> {
  const nameOf = documentNames(request.config, terminal.folder);
  const read = await readProject(request, terminal.folder);
  if ('problems' in read) {
    terminal.error(report(read.problems, {texts: new Map(), nameOf}));
    return 1;
  }
  const taken: Outputs = new Map();
  const outputs: ApiOutput[] = [];
  // One after another: the first of two APIs with the same output has it.
  for (const api of read.apis) outputs.push(await apiOutput(api, read.project, request, taken));
  const reported = new Set<string>();
  for (const {name, problems, texts, skipped} of outputs) {
    // An option or a file that several APIs share has one place, and is reported once.
    const found = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
    const fresh = [...found].filter(([id]) => !reported.has(id));
    if (fresh.length > 0)
      terminal.error(
        report(
          fresh.map(([, problem]) => problem),
          {texts, nameOf},
        ),
      );
    for (const [id] of fresh) reported.add(id);
    if (skipped !== undefined) terminal.error(`apigen: ${name}: ${skipped}\n`);
  }
  if (outputs.some(({problems}) => hasErrors(problems))) return 1;
  // Silence would look like success to whoever asks for a comparison, or for an API by name.
  const isAsked = request.check !== undefined || request.apis.length > 0;
  if (isAsked && outputs.every(({skipped}) => skipped !== undefined)) {
    terminal.error(report([ALL_SKIPPED], NOWHERE));
    return 1;
  }
  return deliver(outputs, request.check !== undefined, terminal);
}

const ALL_SKIPPED: Problem = {
  code: 'output',
  severity: 'error',
  message: 'no output: every API was skipped',
  hint: 'set a service name for one of them, or turn on the decorator',
};

type Project =
  | {readonly project: RedoclyProject; readonly apis: readonly ConfiguredApi[]}
  | {readonly problems: readonly Problem[]};

async function readProject({config, apis, ...access}: MeshConfigRequest, folder: string): Promise<Project> {
  try {
    const project = await readRedoclyConfig(config, access);
    return {project, apis: chosenApis(project, apis, folder)};
  } catch (error) {
    if (!(error instanceof UnusableConfig)) throw error;
    return {problems: error.problems};
  }
}

/** How to update a file that `--check` found to be out of date. */
const UPDATE = 'to update it, run the same command without `--check`';

async function deliver(outputs: readonly ApiOutput[], isCheck: boolean, terminal: Terminal): Promise<number> {
  const statuses: number[] = [];
  for (const {name, file, objects} of outputs) {
    if (file === undefined) continue;
    const text = toYaml(objects);
    const shown = path.relative(terminal.folder, file);
    const status = isCheck
      ? await checkOutput(shown, text, terminal, UPDATE)
      : writeOutput(shown, text, terminal);
    statuses.push(status);
    if (status === 0 && !isCheck) terminal.error(`apigen: ${name}: wrote ${shown}\n`);
  }
  return Math.max(0, ...statuses);
}
