import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {quickMeshArguments} from '../src/commands/mesh-arguments.ts';
import {readFlags} from '../src/core/flag-values.ts';
import {API_VERSIONS, generateServiceProfile, OUTPUT_FORMATS, type Problem, render} from '../src/index.ts';
import {
  type DocumentText,
  type Places,
  readDescription,
  report,
  UnreadableDescription,
} from '../src/io/index.ts';
import type {GoldenCase, Outcome} from './golden-cases.ts';

/** Runs a case as a program would that uses the library: read, generate, render; in this process. */
export async function runWithLibrary({folder, args}: GoldenCase): Promise<Outcome> {
  const given = quickMeshArguments(args) ?? {};
  const {values: settings, problems: wrongFlags} = readFlags(textsOf(given));
  if (wrongFlags.length > 0) return refused(2, report(wrongFlags, placesIn(folder, new Map())));
  const source = String(given.in);
  try {
    const description = await readDescription(/^https?:/.test(source) ? source : path.join(folder, source), {
      remoteRefs: given['remote-refs'] === true,
    });
    const {serviceProfile, problems} = generateServiceProfile(description.document, {
      ...description,
      settings,
      apiVersion: API_VERSIONS.find((version) => version === given['api-version']) ?? API_VERSIONS[0],
      strict: given.strict === true,
      allowEmpty: given['allow-empty'] === true,
    });
    const stderr = report(problems, placesIn(folder, description.texts));
    if (serviceProfile === undefined) return refused(1, stderr);
    const format = OUTPUT_FORMATS.find((name) => name === given.format) ?? 'yaml';
    return {status: 0, stdout: render(serviceProfile, format), stderr};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return refused(1, report([error.problem] satisfies Problem[], placesIn(folder, error.texts)));
  }
}

function textsOf(given: Readonly<Record<string, string | boolean | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function refused(status: number, stderr: string): Outcome {
  return {status, stdout: '', stderr};
}

/** Files are named as the command line names them that runs in the case's folder. */
function placesIn(folder: string, texts: ReadonlyMap<string, DocumentText>): Places {
  return {
    texts,
    nameOf: (uri) => (uri.startsWith('file:') ? path.relative(folder, fileURLToPath(uri)) : uri),
  };
}
