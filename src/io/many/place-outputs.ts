import path from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Problem} from '../../core/problem.ts';
import {targetFiles} from '../redocly-config/output-file.ts';
import type {DescriptionOutput} from './description-output.ts';

/** An output and its file; no text where a problem is an error. */
export interface PlacedOutput extends DescriptionOutput {
  readonly file: string;
}

/**
 * Gives each output a file in a folder, named after its Service. Two outputs for one file, and one that would replace a document
 * of the run, are errors.
 *
 * @param folder as it is shown
 */
export function placeOutputs(
  outputs: readonly DescriptionOutput[],
  folder: string,
  format: string,
): PlacedOutput[] {
  const placed = outputs.map((output) => ({
    ...output,
    file: path.join(folder, `${output.service}.${format}`),
  }));
  const owners = new Map<string, PlacedOutput[]>();
  for (const output of placed.filter(({text}) => text !== undefined))
    owners.set(output.file, [...(owners.get(output.file) ?? []), output]);
  const read = outputs.flatMap(({documents}) => documents.filter((uri) => uri.startsWith('file:')));
  const taken = targetFiles([...new Set(read)].map((uri) => fileURLToPath(uri)));
  return placed.map((output): PlacedOutput => {
    const fault =
      output.text === undefined ? undefined : faultOf(output, owners.get(output.file) ?? [], taken);
    if (fault === undefined) return output;
    const {text: _, ...rest} = output;
    return {...rest, problems: [...output.problems, fault]};
  });
}

function faultOf(
  {file, uri, source}: PlacedOutput,
  owners: readonly PlacedOutput[],
  taken: ReadonlySet<string>,
): Problem | undefined {
  const location = {uri, pointer: '', position: {line: 1, column: 1}};
  const problem = {code: 'output', severity: 'error', location} as const;
  const other = owners.find((owner) => owner.source !== source);
  if (other)
    return {
      ...problem,
      message: `the output ${file} is that of ${other.source} too`,
      hint: 'set another `service.name`, or use `--merge` if they describe one Service',
    };
  return [...targetFiles([path.resolve(file)])].some((target) => taken.has(target))
    ? {
        ...problem,
        message: `the output would replace ${file}, which this run reads`,
        hint: 'choose another folder',
      }
    : undefined;
}
