import {hasErrors} from '../core/problem.ts';
import {OUTPUT_FORMATS} from '../core/run/output-format.ts';
import {checkOutputs, type Results, writeOutputs} from './many/deliver-outputs.ts';
import {type DescriptionRun, sharedProblems} from './many/description-output.ts';
import {expandSources} from './many/expand-sources.ts';
import {generateAll} from './many/generate-all.ts';
import {type PlacedOutput, placeOutputs} from './many/place-outputs.ts';
import {progressOf} from './many/progress.ts';
import {summaryJson, summaryTable} from './many/summary.ts';
import {documentNames, NOWHERE, report} from './report/report.ts';
import type {Terminal} from './write/output.ts';

/** What `apigen mesh` with several descriptions is asked to do. */
export interface ManyRequest extends DescriptionRun {
  /** Files, glob patterns, http(s) URLs, or `-`. */
  readonly in: readonly string[];
}

/**
 * Generates an output for each of several descriptions, and writes them to a folder or compares them with the files there. Nothing
 * is written if a description has an error, unless `keepGoing` is set.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, a file cannot be written, or `check` differs
 */
export async function runMany(request: ManyRequest, terminal: Terminal): Promise<number> {
  const {sources, problems} = await expandSources(request.in);
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return 1;
  }
  const outputs = await generateWithProgress(sources, request);
  const folder = request.out ?? request.check ?? '';
  const placed = placeOutputs(outputs, folder, request.format ?? OUTPUT_FORMATS[0]);
  const shared = sharedProblems(outputs, request);
  const found = [...shared, ...placed.flatMap((output) => output.problems)];
  const nameOf = documentNames(sources, terminal.folder);
  if (found.length > 0 && request.json !== true) terminal.error(report(found, {texts: new Map(), nameOf}));
  const results = await deliver(placed, request, terminal, hasErrors(found));
  if (request.json) terminal.out(summaryJson(results, shared, nameOf));
  else terminal.error(summaryTable(results));
  const isDone = !hasErrors(shared);
  return isDone && [...results.values()].every((result) => result === 'written' || result === 'unchanged')
    ? 0
    : 1;
}

async function generateWithProgress(sources: readonly string[], request: ManyRequest) {
  const progress = await progressOf(sources.length, process.stderr);
  try {
    return await generateAll(sources, request, progress.next);
  } finally {
    progress.stop();
  }
}

async function deliver(
  placed: readonly PlacedOutput[],
  {check, keepGoing = false, json}: ManyRequest,
  terminal: Terminal,
  hasFailed: boolean,
): Promise<Results> {
  // The differences are for readers, and standard output is for the JSON.
  const quiet = json ? {...terminal, out: () => {}, error: () => {}} : terminal;
  if (check !== undefined) return checkOutputs(placed, quiet);
  if (keepGoing || !hasFailed) return writeOutputs(placed, terminal, keepGoing);
  return new Map(placed.map((output) => [output, output.text === undefined ? 'failed' : 'not written']));
}
