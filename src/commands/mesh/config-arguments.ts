import {existsSync} from 'node:fs';
import path from 'node:path';
import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import type {MeshArguments, MeshFlag} from './mesh-flags.ts';

/** The configuration that Redocly itself looks for. */
export const DEFAULT_CONFIG = 'redocly.yaml';

/** True for a command line that is about the APIs of a configuration file. */
export function isAboutConfig(args: MeshArguments, apis: readonly string[]): boolean {
  return args.config !== undefined || apis.length > 0;
}

/** The command whose arguments are read. */
interface ConfigCommand {
  /** Its words, such as `routes`. */
  readonly name: string;
  readonly flags: readonly MeshFlag[];
}

/**
 * What is wrong with arguments about the APIs of a configuration file.
 *
 * @param apis names of APIs in it
 * @param folder the working directory
 */
export function configProblems(
  args: MeshArguments,
  apis: readonly string[],
  {name, flags}: ConfigCommand,
  folder: string,
): Problem[] {
  const mistaken =
    args.config === undefined ? mistakenForApi(args.in, apis[0] ?? '', name, folder) : undefined;
  return mistaken ? [mistaken] : notWithConfig(args, flags);
}

function notWithConfig(args: MeshArguments, flags: readonly MeshFlag[]): Problem[] {
  return flags.flatMap(({key, insteadWithConfig: hint}): Problem[] =>
    key in args && hint !== undefined
      ? [combined(key, 'cannot be combined with a configuration file', hint)]
      : [],
  );
}

/** The problem of a flag that a configuration file excludes. */
export function combined(flag: string, message: string, hint: string): Problem {
  return {code: 'input', severity: 'error', message, hint, flag};
}

/** A word without a flag is the name of an API in redocly.yaml; without that file, a description was meant, or another flag. */
function mistakenForApi(
  input: readonly string[] | undefined,
  word: string,
  command: string,
  folder: string,
): Problem | undefined {
  if (input === undefined && existsSync(path.join(folder, DEFAULT_CONFIG))) return undefined;
  const problem = {code: 'input', severity: 'error'} as const;
  return input === undefined
    ? {
        ...problem,
        message: `unknown API ${quote(word)}: there is no ${DEFAULT_CONFIG} in this folder`,
        hint: `to read a description, use \`apigen ${command} -i ${/[.]/.test(word) ? word : 'openapi.yaml'}\``,
      }
    : {
        ...problem,
        message: `unexpected argument ${quote(word)}: the name of an API cannot be combined with --in`,
        hint: existsSync(path.join(folder, word))
          ? 'quote a pattern, so that the shell does not replace it by files, or name each file with `-i`'
          : 'remove it, or quote a value that contains spaces',
      };
}
