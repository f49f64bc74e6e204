import {existsSync} from 'node:fs';
import path from 'node:path';
import {type Problem, quote} from '../core/problem.ts';
import {findSetting} from '../core/settings.ts';
import {runMeshConfig} from '../io/mesh-config.ts';
import type {Terminal} from '../io/output.ts';
import {NOWHERE, report} from '../io/report.ts';
import type {MeshArguments} from './mesh-options.ts';

/** The configuration that Redocly itself looks for. */
const DEFAULT_CONFIG = 'redocly.yaml';

/** Flags that have no meaning beside a configuration file, which says the same for each API. */
const OTHERS = ['in', 'out'];

/**
 * Does what `apigen mesh --config`, or `apigen mesh` with the names of APIs, asks for.
 *
 * @returns the exit code: 0 done, 2 when the command line is wrong, 1 for all else
 */
export async function runMeshConfigArguments(
  args: MeshArguments,
  apis: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const mistaken =
    args.config === undefined ? mistakenForApi(args, apis[0] ?? '', terminal.folder) : undefined;
  if (mistaken) {
    terminal.error(report([mistaken], NOWHERE));
    return 2;
  }
  const problems = Object.keys(args)
    .filter((name) => args[name] !== undefined && (OTHERS.includes(name) || findSetting(name) !== undefined))
    .map((name) => notBeside(name, 'put it into the options of the decorator `apigen/service-profile`'));
  if (args.format === 'json') problems.push(notBeside('format', 'the files are YAML'));
  if (typeof args.check === 'string' && args.check !== '')
    problems.push(notBeside('check', 'write `--check` without a file: every file is compared'));
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return 2;
  }
  return runMeshConfig(
    {
      config: typeof args.config === 'string' ? args.config : DEFAULT_CONFIG,
      apis,
      check: args.check !== undefined,
      strict: args.strict === true,
      allowEmpty: args['allow-empty'] === true,
      remoteRefs: args['remote-refs'] === true,
    },
    terminal,
  );
}

function notBeside(flag: string, hint: string): Problem {
  const name = flag === 'check' ? 'a file' : 'this flag';
  const message = `${name} cannot be given beside a configuration file`;
  const hints: Readonly<Record<string, string>> = {
    in: 'name the description in redocly.yaml, or leave out `--config` and the names of APIs',
    out: 'use the option `output` of the decorator `apigen/service-profile`',
  };
  return {code: 'input', severity: 'error', message, hint: hints[flag] ?? hint, flag};
}

/** A word without a flag is the name of an API in redocly.yaml; most who have none meant a description, or another flag. */
function mistakenForApi(args: MeshArguments, word: string, folder: string): Problem | undefined {
  if (args.in === undefined && existsSync(path.join(folder, DEFAULT_CONFIG))) return undefined;
  const message = `${quote(word)} is taken for the name of an API in ${DEFAULT_CONFIG}, ${args.in === undefined ? 'but there is no such file here' : 'which cannot stand beside `--in`'}`;
  const hint =
    args.in === undefined
      ? `name a description with \`-i\`: \`apigen mesh -i ${/[.]/.test(word) ? word : 'openapi.yaml'}\``
      : 'leave the word out, or put quotes around a value with spaces';
  return {code: 'input', severity: 'error', message, hint};
}
