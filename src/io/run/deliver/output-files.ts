import path from 'node:path';
import {outputError} from '../../../core/base/problem.ts';
import {OUTPUT_FORMATS} from '../../../core/options/output-format.ts';
import {type Outputs, outputFault, placeOutput, SEPARATE, targetFiles} from '../../project/place-output.ts';
import type {RedoclyProject} from '../../project/redocly-config.ts';
import {localFiles} from '../../read/source.ts';
import {
  isStandardOutput,
  reportFailure,
  requireOwnTests,
  requireParent,
  type Terminal,
} from '../../write/output.ts';
import {endAfterWriting, type PreparedFile, prepareWrite, readTextIfThere} from '../../write/write-file.ts';
import {namesFiles} from '../find/inputs.ts';
import type {RunOutputs} from '../generate/generate-all.ts';
import type {WrittenOutput} from '../generate/generate-loaded.ts';
import {namedOutput} from '../generate/several-outputs.ts';

/** Where an output is written. */
interface Placement {
  /** Absent when it cannot be said where it is written. */
  readonly file?: string;
  /** The folder that was typed, to which the file belongs. */
  readonly typedFolder?: string;
  readonly shown: string;
}

/** An output and its file. It has no text where a problem is an error. */
export type PlacedOutput<O extends WrittenOutput = WrittenOutput> = O & Placement;

/** Gives each output of a run its file; `folder` is the working directory. */
export function placeOutputs<O extends WrittenOutput>(
  {outputs, project, run}: RunOutputs<O>,
  folder: string,
): PlacedOutput<O>[] {
  if (project && !run.tests) return placeApis(outputs, project, folder);
  const {out = run.check ?? '-', format = OUTPUT_FORMATS[0]} = run;
  const typedFolder = namesFiles(run) ? out : path.dirname(out);
  // Of the Services of a cluster two in different namespaces may have one name.
  const placed = placeFiles(outputs, ({service, source}) =>
    namesFiles(run) ? path.join(out, `${run.fromServices ? source : service}.${format}`) : out,
  );
  return placed.map((output) => ({...output, typedFolder}));
}

function placeApis<O extends WrittenOutput>(
  outputs: readonly O[],
  {file, taken}: RedoclyProject,
  folder: string,
) {
  const placed: Outputs = new Map();
  return outputs.map((output): PlacedOutput<O> => {
    const {api, place, text, objects = []} = output;
    const rest = {...output, text: undefined, shown: ''};
    if (api === undefined || place === undefined) return rest;
    const files = [taken, targetFiles(localFiles(output.documents))];
    const projectApi = {...api, project: path.dirname(file), taken: files};
    const {file: chosen, problems} = placeOutput(projectApi, place, {...output, objects}, placed);
    if (chosen === undefined || text === undefined) return {...rest, problems};
    return {...output, problems, file: chosen, shown: path.relative(folder, chosen)};
  });
}

/** The files that a flag names, if it names one. The first of two descriptions with the same file has it. */
function placeFiles<O extends WrittenOutput>(
  outputs: readonly O[],
  fileOf: (output: O) => string,
): PlacedOutput<O>[] {
  const placed: Outputs = new Map();
  const taken = [targetFiles(localFiles(outputs.flatMap(({documents}) => documents)))];
  return outputs.map((output) => {
    const file = fileOf(output);
    const shown = file;
    if (isStandardOutput(file)) return {...output, shown};
    const {owner, location} = namedOutput(output);
    const chosen = {file, shown, owner, taken, separate: SEPARATE};
    const fault = output.text === undefined ? undefined : outputFault(chosen, placed);
    if (fault === undefined) return {...output, file, shown};
    const begin = {uri: output.uri, pointer: '', position: {line: 1, column: 1}};
    const at = {location: fault.hint === SEPARATE ? location() : begin};
    const problem = outputError(fault.message, fault.hint, at);
    return {...output, text: undefined, shown, problems: [...output.problems, problem]};
  });
}

export const RESULTS = [
  'written',
  'printed',
  'unchanged',
  'out of date',
  'not written',
  'skipped',
  'failed',
] as const;
export type Result = (typeof RESULTS)[number];

/** A file, and the text that it is to have; neither where nothing is written. */
export type FileOutput = Pick<PlacedOutput, 'file' | 'typedFolder' | 'text' | 'shown' | 'skipped'>;

export type Results<O extends FileOutput = PlacedOutput> = ReadonlyMap<O, Result>;

/** The result of an output that is not written to a file. */
export function withoutFile({skipped, text}: FileOutput): Result {
  if (skipped !== undefined) return 'skipped';
  return text === undefined ? 'failed' : 'printed';
}

/**
 * Writes the outputs that differ from their files. All are prepared before the first file is replaced: if one cannot be written,
 * none is, unless `keepGoing` is set.
 */
export function writeOutputs<O extends FileOutput>(
  outputs: readonly O[],
  terminal: Terminal,
  keepGoing: boolean,
): Results<O> {
  endAfterWriting();
  const results = new Map<O, Result>();
  const changes = new Map<O, PreparedFile>();
  const attempt = (output: O, action: () => Result) => {
    try {
      results.set(output, action());
      return true;
    } catch (error) {
      results.set(output, 'failed');
      reportFailure(output.shown, error, terminal);
      return keepGoing;
    }
  };
  const prepare = (output: O): Result => {
    const {file, typedFolder, text} = output;
    if (file === undefined || text === undefined) return withoutFile(output);
    if (typedFolder !== undefined) requireParent(typedFolder);
    if (readTextIfThere(file) === text) return 'unchanged';
    requireOwnTests(file, text);
    changes.set(output, prepareWrite(file, text));
    return 'not written';
  };
  const replace = (output: O): Result => {
    changes.get(output)?.commit();
    return 'written';
  };
  const isPrepared = outputs.every((output) => attempt(output, () => prepare(output)));
  if (isPrepared && [...changes.keys()].every((output) => attempt(output, () => replace(output))))
    return results;
  for (const {discard} of changes.values()) discard();
  const kept: readonly Result[] = ['failed', 'skipped', 'written'];
  return new Map(
    outputs.map((output) => {
      const result = results.get(output) ?? 'not written';
      return [output, kept.includes(result) ? result : 'not written'];
    }),
  );
}
