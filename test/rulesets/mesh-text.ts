import path from 'node:path';
import {runMesh} from '../../src/commands/mesh/run-mesh.ts';
import type {RunValues} from '../../src/core/options/options.ts';
import {folderWith} from '../temporary-folder.ts';

/** Files by name; the first is the description. */
export type Files = Readonly<Record<string, string>>;

/** A problem as `apigen mesh` prints it. */
export interface MeshProblem {
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  /** The message and the hint. */
  readonly words: string;
}

/** The problems that `apigen mesh` prints: each is a line with the place and the message, and one with the hint. */
export async function meshProblems(files: Files, options: RunValues = {}): Promise<MeshProblem[]> {
  const printed: string[] = [];
  const folder = folderWith(files);
  const file = path.join(folder, Object.keys(files)[0] ?? '');
  const terminal = {out: () => undefined, error: (part: string) => printed.push(part), folder};
  await runMesh({in: [file], settings: {}, ...options}, terminal);
  return [
    ...printed
      .join('')
      .matchAll(/^\S.*?:(\d+):(\d+) {2}(error|warning|note)(?:: | {2}[\w-]+: )(.*)(?:\n {4}(.*))?$/gm),
  ].map(([, line, column, severity = '', message, hint]) => ({
    line: Number(line),
    column: Number(column),
    severity,
    words: [message, hint ?? []].flat().join('; '),
  }));
}
