import {fileURLToPath} from 'node:url';
import {type Generated, generateServiceProfile} from '../core/generate.ts';
import {type OutputFormat, render} from '../core/render.ts';
import type {ApiVersion} from '../core/service-profile.ts';
import type {FlagValues} from '../core/settings.ts';
import {checkOutput, outputFaultReport, type Terminal, writeOutput} from './output.ts';
import {readDescription, UnreadableDescription} from './read-description.ts';
import {documentNames, type Places, report} from './report.ts';
import {realFile} from './write-file.ts';

/** What `apigen mesh` is asked to do. */
export interface MeshRequest {
  /** A file, an http(s) URL, or `-` for standard input. */
  readonly in: string;
  readonly settings: FlagValues;
  readonly apiVersion: ApiVersion;
  readonly format: OutputFormat;
  readonly strict: boolean;
  readonly allowEmpty: boolean;
  readonly remoteRefs: boolean;
  /** Write here instead of to standard output. */
  readonly out?: string;
  /** Compare with this file instead of writing. */
  readonly check?: string;
}

/**
 * Reads a description, generates its ServiceProfile, and prints, writes or checks it.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, the output cannot be written, or `check` differs
 */
export async function runMesh(request: MeshRequest, terminal: Terminal): Promise<number> {
  const {serviceProfile, problems, texts} = await generate(request);
  if (problems.length > 0) {
    const nameOf = documentNames(request.in, terminal.folder);
    terminal.error(report(problems, {texts, nameOf}));
  }
  if (serviceProfile === undefined) return 1;
  const text = render(serviceProfile, request.format);
  if (request.check !== undefined) return checkOutput(request.check, text, terminal, UPDATE);
  if (request.out !== undefined && !STANDARD_OUTPUT.has(request.out))
    return isOneOf(request.out, texts)
      ? refuseInput(request.out, terminal)
      : writeOutput(request.out, text, terminal);
  terminal.out(text);
  return 0;
}

/** How a file is brought up to date that `--check` found to differ. */
const UPDATE = 'write it anew: the same command with `-o` in place of `--check`';

/** Whether a file is one of the documents that were read, whatever name it goes by. */
function isOneOf(file: string, texts: Texts): boolean {
  const target = realFile(file);
  return [...texts.keys()].some((uri) => uri.startsWith('file:') && realFile(fileURLToPath(uri)) === target);
}

function refuseInput(file: string, terminal: Terminal): number {
  const hint = 'write to another file, or the description would be lost';
  terminal.error(outputFaultReport(file, 'the profile is made from this file', hint));
  return 1;
}

/** Replacing what stands behind these names would cut off a log that the shell appends to. */
const STANDARD_OUTPUT: ReadonlySet<string> = new Set(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

type Texts = Places['texts'];

async function generate(
  request: MeshRequest,
): Promise<Pick<Generated, 'problems' | 'serviceProfile'> & {texts: Texts}> {
  try {
    const description = await readDescription(request.in, request);
    const {document, texts} = description;
    return {...generateServiceProfile(document, {...request, ...description}), texts};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {serviceProfile: undefined, problems: [error.problem], texts: error.texts};
  }
}
