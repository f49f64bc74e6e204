import {readFileSync, statSync} from 'node:fs';
import {generate} from '../core/generate.ts';
import type {Documents} from '../core/openapi/documents.ts';
import {hasErrors, type Problem} from '../core/problem.ts';
import type {RunValues} from '../core/run/options.ts';
import {OUTPUT_FORMATS, render} from '../core/run/output-format.ts';
import type {FlagValues} from '../core/settings/table.ts';
import type {KubernetesObject} from '../core/targets/target.ts';
import {readDescription, UnreadableDescription} from './read/read-description.ts';
import {localFiles, uriOf} from './read/source.ts';
import {documentNames, type Places, report} from './report/report.ts';
import type {Round} from './watch/watch.ts';
import {checkOutput, type Terminal} from './write/output.ts';
import {printOrWrite} from './write/print-or-write.ts';

/** What `apigen mesh` is asked to do. */
export interface MeshRequest extends RunValues {
  /** Files, http(s) URLs, or `-` for standard input: one, or several to be merged. */
  readonly in: readonly string[];
  readonly settings: FlagValues;
}

/**
 * Reads a description, generates its output, and prints, writes or checks it.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, the output cannot be written, or `check` differs
 */
export async function runMesh(request: MeshRequest, terminal: Terminal): Promise<number> {
  if (!request.watch) return (await meshRound(request, terminal)).status;
  const {watchFiles} = await import('./watch/watch.ts');
  // What changes is printed instead of the output.
  const quiet = {...terminal, out: () => undefined};
  return watchFiles(() => meshRound(request, quiet), terminal);
}

async function meshRound(request: MeshRequest, terminal: Terminal): Promise<Round> {
  const {objects, problems, texts, documents} = await readAndGenerate(request);
  if (problems.length > 0) {
    const nameOf = documentNames(request.in, terminal.folder);
    terminal.error(report(problems, {texts, nameOf}));
  }
  const uris = [
    ...[...request.in, ...(request.overlays ?? [])].map(uriOf),
    ...texts.keys(),
    ...(documents?.keys() ?? []),
  ];
  const files = localFiles(uris);
  if (hasErrors(problems)) return {status: 1, files};
  const text = render(objects, request.format ?? OUTPUT_FORMATS[0]);
  const status = isWritten(request, text) ? 0 : await deliver(request, text, texts, terminal);
  return status === 0 ? {status, files, outputs: new Map([['', objects]])} : {status, files};
}

/** Whether a repeated run need not write its file. */
function isWritten({watch, out}: MeshRequest, text: string): boolean {
  if (!watch || out === undefined) return false;
  try {
    return statSync(out).isFile() && readFileSync(out, 'utf8') === text;
  } catch {
    return false;
  }
}

async function deliver(
  request: MeshRequest,
  text: string,
  texts: Texts,
  terminal: Terminal,
): Promise<number> {
  if (request.check !== undefined) return checkOutput(request.check, text, terminal, UPDATE);
  return printOrWrite(request.out, text, texts, terminal);
}

/** How to update a file that `--check` found to be out of date. */
const UPDATE = 'to update it, run the same command with `-o` instead of `--check`';

type Texts = Places['texts'];

interface Read {
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
  readonly texts: Texts;
  /** The documents that references point to, also those that could not be read; absent when several were merged. */
  readonly documents?: Documents;
}

async function readAndGenerate(request: MeshRequest): Promise<Read> {
  try {
    const [first = ''] = request.in;
    if (request.merge) {
      const {readAndMerge} = await import('./merge.ts');
      return await readAndMerge(request);
    }
    const description = await readDescription(first, request);
    const {document, texts, documents} = description;
    return {...generate(document, {...request, ...description}), texts, documents};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {objects: [], problems: error.problems, texts: error.texts};
  }
}
