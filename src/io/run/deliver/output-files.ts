import path from 'node:path';
import {outputError} from '../../../core/base/problem.ts';
import {OUTPUT_FORMATS} from '../../../core/options/output-format.ts';
import {type Outputs, outputFault, placeOutput, targetFiles} from '../../project/place-output.ts';
import type {RedoclyProject} from '../../project/redocly-config.ts';
import {localFiles} from '../../read/source.ts';
import {isStandardOutput} from '../../write/output.ts';
import {namesFiles} from '../find/inputs.ts';
import type {RunOutputs} from '../generate/generate-all.ts';
import type {Output} from '../generate/generate-loaded.ts';
import type {PlacedOutput} from './deliver-outputs.ts';

/** Gives each output of a run its file; `folder` is the working directory. */
export function placeOutputs({outputs, project, run}: RunOutputs, folder: string): PlacedOutput[] {
  if (project && !run.tests) return placeApis(outputs, project, folder);
  const {out = run.check ?? '-', format = OUTPUT_FORMATS[0]} = run;
  const typedFolder = namesFiles(run) ? out : path.dirname(out);
  // Of the Services of a cluster two in different namespaces may have one name.
  const placed = placeFiles(outputs, ({service, source}) =>
    namesFiles(run) ? path.join(out, `${run.fromServices ? source : service}.${format}`) : out,
  );
  return placed.map((output) => ({...output, typedFolder}));
}

function placeApis(
  outputs: readonly Output[],
  {file, taken}: RedoclyProject,
  folder: string,
): PlacedOutput[] {
  const placed: Outputs = new Map();
  return outputs.map((output) => {
    const {text, ...rest} = {...output, shown: ''};
    const {api, place} = output;
    if (api === undefined || place === undefined) return rest;
    const files = [taken, targetFiles(localFiles(output.documents))];
    const projectApi = {...api, project: path.dirname(file), taken: files};
    const {file: chosen, problems} = placeOutput(projectApi, place, output, placed);
    if (chosen === undefined || text === undefined) return {...rest, problems};
    return {...rest, problems, text, file: chosen, shown: path.relative(folder, chosen)};
  });
}

/** The files that a flag names, if it names one. The first of two descriptions with the same file has it. */
function placeFiles(outputs: readonly Output[], fileOf: (output: Output) => string): PlacedOutput[] {
  const placed: Outputs = new Map();
  const taken = [targetFiles(localFiles(outputs.flatMap(({documents}) => documents)))];
  return outputs.map((output) => {
    const {text, ...rest} = output;
    const file = fileOf(output);
    const shown = file;
    if (isStandardOutput(file)) return {...output, shown};
    const chosen = {file, shown, id: output.uri, taken, separate: SEPARATE};
    const fault = text === undefined ? undefined : outputFault(chosen, placed);
    if (fault === undefined) return {...output, file, shown};
    const location = {uri: output.uri, pointer: '', position: {line: 1, column: 1}};
    const problem = outputError(fault.message, fault.hint, location);
    return {...rest, shown, problems: [...output.problems, problem]};
  });
}

export const SEPARATE = 'set another `service.name`, or use `--merge` if they describe one Service';
