import {readFlags} from '../core/flag-values.ts';
import type {Problem} from '../core/problem.ts';
import {OUTPUT_FORMATS} from '../core/render.ts';
import {API_VERSIONS} from '../core/service-profile.ts';
import {runMesh} from '../io/mesh.ts';
import type {Terminal} from '../io/output.ts';
import {NOWHERE, report} from '../io/report.ts';
import {textsOf} from './mesh-arguments.ts';
import type {MeshArguments} from './mesh-options.ts';

/**
 * Does what the arguments of `apigen mesh` ask for. Flags are judged before anything is read.
 *
 * @param apis names of APIs in a configuration file
 * @returns the exit code: 0 done, 2 when a flag's value is of the wrong type or range, 1 for all else
 */
export async function runMeshArguments(
  args: MeshArguments,
  terminal: Terminal,
  apis: readonly string[] = [],
): Promise<number> {
  if (args.config !== undefined || apis.length > 0) {
    const {runMeshConfigArguments} = await import('./run-mesh-config.ts');
    return runMeshConfigArguments(args, apis, terminal);
  }
  const texts = textsOf(args);
  const {values: settings, problems} = readFlags(texts);
  // Empty as well: `-i "$SPEC"` where nothing was set.
  if (!texts.in) problems.push(MISSING_INPUT);
  if (texts.check === '') problems.push(MISSING_FILE);
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return 2;
  }
  const {in: source = '', out, check} = texts;
  return runMesh(
    {
      in: source,
      settings,
      apiVersion: API_VERSIONS.find((version) => version === texts['api-version']) ?? API_VERSIONS[0],
      format: OUTPUT_FORMATS.find((format) => format === texts.format) ?? OUTPUT_FORMATS[0],
      strict: args.strict === true,
      allowEmpty: args['allow-empty'] === true,
      remoteRefs: args['remote-refs'] === true,
      ...(out === undefined ? {} : {out}),
      ...(check === undefined ? {} : {check}),
    },
    terminal,
  );
}

const MISSING_INPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'the OpenAPI description is missing',
  hint: 'name it with `-i <file>`; `-i -` reads standard input, `--config redocly.yaml` takes the APIs of a project',
  flag: 'in',
};

const MISSING_FILE: Problem = {
  code: 'input',
  severity: 'error',
  message: 'the file to compare with is missing',
  hint: 'name it with `--check <file>`; only beside `--config` the files are known',
  flag: 'check',
};

/** The terminal of this process. */
export const processTerminal: Terminal = {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  folder: process.cwd(),
};
