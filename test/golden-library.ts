import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {readArguments, readLine} from '../src/commands/arguments/arguments.ts';
import {MESH_COMMAND} from '../src/commands/mesh/run-mesh.ts';
import {type Generated, generate, generateMerged, hasErrors, type PartToMerge, render} from '../src/index.ts';
import {type Places, readDescription, report, UnreadableDescription} from '../src/io/index.ts';
import type {GoldenCase, Outcome} from './golden-cases.ts';
import {NEW_RULES} from './shown-rules.ts';

/** Whether the library has a part in a case: not in standard input, nor in wrong flags. */
export function isForLibrary({input, want}: GoldenCase): boolean {
  return input === undefined && want?.status !== 2;
}

/** Runs a case as a program would that uses the library: read, generate, render; in this process. */
export async function runWithLibrary({
  folder,
  args,
  redoclyOverlays,
}: GoldenCase): Promise<Outcome & {readonly generated?: Generated}> {
  const {settings, run, problems: wrongFlags} = readArguments(readLine(args, MESH_COMMAND).given);
  if (wrongFlags.length > 0) return refused(2, report(wrongFlags, placesIn(folder, new Map())));
  const texts = new Map<string, Buffer>();
  try {
    const inFolder = (file: string) => (/^https?:/.test(file) ? file : path.join(folder, file));
    const overlays = [...redoclyOverlays, ...(run.overlays ?? [])].map(inFolder);
    const options = {...run, overlays, redoclyOverlays: redoclyOverlays.length};
    const parts: PartToMerge[] = [];
    for (const name of run.in ?? []) {
      const part = await readDescription(inFolder(name), options);
      for (const [uri, text] of part.texts) texts.set(uri, text);
      parts.push({...part, name});
    }
    const choices = {...run, skipRules: [...(run.skipRules ?? []), ...NEW_RULES], settings};
    const generated = run.merge
      ? generateMerged(parts, choices)
      : generate(parts[0]?.document, {...choices, ...parts[0]});
    const {objects, problems} = generated;
    const stderr = report(problems, placesIn(folder, texts, run.in));
    if (hasErrors(problems)) return refused(1, stderr);
    return {status: 0, stdout: render(objects, run.format ?? 'yaml'), stderr, generated};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return refused(1, report(error.problems, placesIn(folder, error.texts, run.in)));
  }
}

function refused(status: number, stderr: string): Outcome {
  return {status, stdout: '', stderr};
}

/** Files are named as the command line names them that runs in the case's folder. */
function placesIn(folder: string, texts: ReadonlyMap<string, Buffer>, read?: readonly string[]): Places {
  return {
    texts,
    ...(read && {subject: [read.length, 'description'] as const}),
    nameOf: (uri) => (uri.startsWith('file:') ? path.relative(folder, fileURLToPath(uri)) : uri),
  };
}
