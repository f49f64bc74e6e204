import {existsSync} from 'node:fs';
import path from 'node:path';
import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {runMeshConfig} from '../../io/mesh-config.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import type {Terminal} from '../../io/write/output.ts';
import {readMeshArguments} from './mesh-arguments.ts';
import {MESH_FLAGS, type MeshArguments} from './mesh-flags.ts';

/** The configuration that Redocly itself looks for. */
const DEFAULT_CONFIG = 'redocly.yaml';

/**
 * Runs `apigen mesh --config`, or `apigen mesh` with the names of APIs.
 *
 * @returns the exit code: 0 done, 2 when the command line is wrong, 1 for all else
 */
export async function runMeshConfigArguments(
  args: MeshArguments,
  apis: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const {run, problems: wrong} = readMeshArguments(args);
  const mistaken =
    args.config === undefined ? mistakenForApi(run.in, apis[0] ?? '', terminal.folder) : undefined;
  const problems = mistaken ? [mistaken] : [...wrong, ...notWithConfig(args)];
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return 2;
  }
  return runMeshConfig({...run, config: run.config ?? DEFAULT_CONFIG, apis}, terminal);
}

function notWithConfig(args: MeshArguments): Problem[] {
  const others = MESH_FLAGS.flatMap(({key, insteadWithConfig: hint}): Problem[] =>
    key in args && hint !== undefined
      ? [combined(key, 'cannot be combined with a configuration file', hint)]
      : [],
  );
  const checksFile = args.check?.some((file) => file !== '') === true;
  const hint = 'write `--check` without a file: every file is compared';
  return checksFile
    ? [
        ...others,
        combined('check', 'a file to compare with cannot be combined with a configuration file', hint),
      ]
    : others;
}

function combined(flag: string, message: string, hint: string): Problem {
  return {code: 'input', severity: 'error', message, hint, flag};
}

/** A word without a flag is the name of an API in redocly.yaml; without that file, a description was meant, or another flag. */
function mistakenForApi(
  input: readonly string[] | undefined,
  word: string,
  folder: string,
): Problem | undefined {
  if (input === undefined && existsSync(path.join(folder, DEFAULT_CONFIG))) return undefined;
  const problem = {code: 'input', severity: 'error'} as const;
  return input === undefined
    ? {
        ...problem,
        message: `unknown API ${quote(word)}: there is no ${DEFAULT_CONFIG} in this folder`,
        hint: `to read a description, use \`apigen mesh -i ${/[.]/.test(word) ? word : 'openapi.yaml'}\``,
      }
    : {
        ...problem,
        message: `unexpected argument ${quote(word)}: the name of an API cannot be combined with --in`,
        hint: 'remove it, or quote a value that contains spaces',
      };
}
