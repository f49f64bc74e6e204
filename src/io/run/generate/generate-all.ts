import {type Problem, problemsOfAll, raiseWarnings} from '../../../core/base/problem.ts';
import {UNDECIDED_MESH} from '../../../core/targets/index.ts';
import {versionProblems} from '../../../core/targets/version-needs.ts';
import {printProblems} from '../../print/problems.ts';
import {localFiles} from '../../read/source.ts';
import type {Terminal} from '../../write/output.ts';
import {allSkipped, findInputs} from '../find/inputs.ts';
import type {Inputs, Loaded, RunRequest} from '../load/load-description.ts';
import {generateLoaded, type Output, type RunOfOne, type WrittenOutput} from './generate-loaded.ts';
import {widenedPolicies, withSharedRequests} from './several-outputs.ts';

export interface RunOutputs<O extends WrittenOutput = Output> extends Inputs {
  readonly outputs: readonly O[];
  /** The problems that concern all of them. */
  readonly shared: readonly Problem[];
}

/** Reads what a run is about and generates the routes of each description. Prints which APIs are skipped. */
export async function generateAll(request: RunRequest, terminal: Terminal): Promise<RunOutputs> {
  const {outputs, shared, ...inputs} = await generateEach(request, generateLoaded, terminal);
  return {
    ...inputs,
    shared: [...shared, ...widenedPolicies(outputs)],
    // With a cluster, that is known to decide more.
    outputs: request.comparedWith === 'cluster' ? outputs : withSharedRequests(outputs),
  };
}

/** The same for what `generate` makes of each. */
export async function generateEach<O extends WrittenOutput & Pick<Output, 'overlaid'>>(
  request: RunRequest,
  generate: (loaded: Loaded, run: RunOfOne) => Promise<O>,
  terminal: Terminal,
): Promise<RunOutputs<O>> {
  const inputs = await findInputs(request, terminal.folder);
  const outputs: O[] = [];
  const run = {...inputs.run, isAlone: inputs.loads.length === 1};
  for (const load of inputs.loads) outputs.push(await generate(await load(), run));
  for (const {source, skipped} of request.json ? [] : outputs)
    if (skipped !== undefined) terminal.error(`apigen: ${source}: ${skipped}\n`);
  const shared = [
    ...inputs.problems,
    ...sharedProblems(outputs),
    ...(isEmpty(outputs, inputs)
      ? [allSkipped('output', inputs.noun, 'set a service name for one of them, or turn on the decorator')]
      : []),
  ];
  const files = [...inputs.files, ...localFiles(outputs.flatMap(({documents}) => documents))];
  return {...inputs, outputs, shared, files: [...new Set(files)]};
}

/** The problems of a run and of its outputs. */
export function allProblems({
  shared,
  outputs,
}: Pick<RunOutputs<WrittenOutput>, 'shared' | 'outputs'>): Problem[] {
  return [...shared, ...outputs.flatMap((output) => output.problems)];
}

/** Prints once for all outputs, and for people alone, that no setting says what reads them, and what older versions of it do not read. */
export function printNote({outputs, run}: RunOutputs, terminal: Terminal): void {
  const isOpen = outputs.some(({isUndecided, text}) => isUndecided && text !== undefined);
  const versions =
    run.comparedWith === 'cluster' ? [] : versionProblems(outputs.flatMap(({needs = []}) => needs));
  if (!run.json) printProblems(terminal, [...(isOpen ? [UNDECIDED_MESH] : []), ...versions]);
}

/** The problems of overlays: those that all descriptions have which share an overlay. They are errors if one of these is strict. */
export function sharedProblems(outputs: readonly Pick<Output, 'overlaid'>[]): readonly Problem[] {
  const all = outputs.flatMap(({overlaid}) => overlaid ?? []);
  const overlays = new Set(all.flatMap(({uris}) => uris));
  return [...overlays].flatMap((uri) => {
    const sharing = all.filter(({uris}) => uris.includes(uri));
    const shared = problemsOfAll(
      sharing.map(({problems}) => problems.filter(({location}) => location?.uri === uri)),
    );
    return sharing.some(({strict}) => strict) ? raiseWarnings(shared) : shared;
  });
}

/** Silence would look like success to whoever asks for a comparison, or for an API by name. */
function isEmpty(outputs: readonly WrittenOutput[], {run}: Inputs): boolean {
  const {apis = [], check, comparedWith} = run;
  const isAsked = check !== undefined || comparedWith !== undefined || apis.length > 0;
  return isAsked && outputs.length > 0 && outputs.every(({skipped}) => skipped !== undefined);
}
