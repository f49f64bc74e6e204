import {existsSync, statSync} from 'node:fs';
import path from 'node:path';
import {groupBy} from '../../core/group-by.ts';
import type {Problem} from '../../core/problem.ts';
import {localFiles} from '../read/source.ts';
import {targetFiles} from '../redocly-config/output-file.ts';
import {targetFile} from '../write/write-file.ts';
import type {PlacedOutput} from './deliver-outputs.ts';
import type {DescriptionOutput} from './description-output.ts';

interface FileOutput extends PlacedOutput {
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
  const placed = outputs.map((output) => {
    const file = path.join(folder, `${output.service}.${format}`);
    return {output: {...output, file, shown: file}, target: targetOf(file)};
  });
  const written = placed.filter(({output}) => output.text !== undefined);
  const owners = groupBy(written, ({target}) => target);
  const taken = targetFiles(localFiles(outputs.flatMap(({documents}) => documents)));
  return placed.map(({output, target}): PlacedOutput => {
    const other = owners.get(target)?.find((owner) => owner.output.source !== output.source)?.output;
    const fault = output.text === undefined ? undefined : faultOf(output, target, other, taken);
    if (fault === undefined) return output;
    const {text: _, ...rest} = output;
    return {...rest, problems: [...output.problems, fault]};
  });
}

/** The path of a file without symbolic links; of a circular one, which cannot be written, its own. */
function targetOf(file: string): string {
  try {
    return targetFile(file);
  } catch {
    return path.resolve(file);
  }
}

function faultOf(
  {file, uri}: FileOutput,
  target: string,
  other: FileOutput | undefined,
  taken: ReadonlySet<string>,
): Problem | undefined {
  const location = {uri, pointer: '', position: {line: 1, column: 1}};
  const problem = {code: 'output', severity: 'error', location} as const;
  if (other) {
    const hint = 'set another `service.name`, or use `--merge` if they describe one Service';
    return other.file === file
      ? {...problem, message: `the output ${file} is that of ${other.source} too`, hint}
      : {
          ...problem,
          message: `the output ${file} is the same file as ${other.file}, that of ${other.source}`,
          hint: 'remove the symbolic link',
        };
  }
  if (taken.has(target) || taken.has(path.resolve(file)))
    return {
      ...problem,
      message: `the output would replace ${file}, which this run reads`,
      hint: 'choose another folder',
    };
  return isOther(target)
    ? {...problem, message: `${file} is not a regular file`, hint: 'remove it, or choose another folder'}
    : undefined;
}

/** Whether something other than a file has the name, such as a pipe, which would be waited for. */
function isOther(target: string): boolean {
  const existing = existsSync(target) ? statSync(target) : undefined;
  return existing !== undefined && !existing.isFile();
}
