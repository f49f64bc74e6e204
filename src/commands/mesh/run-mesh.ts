import {existsSync} from 'node:fs';
import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {isPattern} from '../../io/many/is-pattern.ts';
import {runMesh} from '../../io/mesh.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import type {Terminal} from '../../io/write/output.ts';
import {print} from '../../io/write/output-errors.ts';
import {isStandardOutput} from '../../io/write/print-or-write.ts';
import {readMeshArguments} from './mesh-arguments.ts';
import type {MeshArguments} from './mesh-flags.ts';

/**
 * Runs `apigen mesh`. Flags are checked before anything is read.
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
  const {settings, run, problems: wrong} = readMeshArguments(args);
  const problems = wrong.filter(({flag}) => flag !== 'in');
  // An empty value too: `-i "$SPEC"` with an unset variable.
  if (run.in === undefined) problems.push(MISSING_INPUT);
  const isMany = run.merge !== true && isSeveral(run.in);
  const isPrinted = !run.out || isStandardOutput(run.out);
  if (isMany && isPrinted && !run.check && !run.checkCluster) problems.push(SEVERAL_INPUTS);
  if (isMany) problems.push(...FOLDERS.flatMap((flag) => notAFolder(flag, run[flag])));
  for (const flag of SEVERAL_ONLY)
    if (flag in args && !isMany && !(flag === 'json' && run.checkCluster))
      problems.push(run.merge ? notWithMerge(flag) : needsSeveral(flag));
  if (run.merge && !isSeveral(run.in)) problems.push(needsSeveral('merge'));
  if (run.watch) problems.push(...unwatchable(run.in ?? [], isMany));
  if (run.check === '') problems.push(MISSING_FILE);
  if (run.out === '') problems.push(MISSING_OUTPUT);
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return 2;
  }
  if (run.checkCluster) {
    const {checkCluster} = await import('../../io/cluster/check-cluster.ts');
    return checkCluster({...run, in: run.in ?? [], settings}, terminal);
  }
  if (isMany) {
    const {runMany} = await import('../../io/many.ts');
    return runMany({...run, in: run.in ?? [], settings}, terminal);
  }
  return runMesh({...run, in: run.in ?? [], settings}, terminal);
}

/** The flags that name a folder when there are several descriptions. */
const FOLDERS = ['out', 'check'] as const;

/** A folder may have such a name too, but then it exists. */
function notAFolder(flag: (typeof FOLDERS)[number], name: string | undefined): Problem[] {
  if (name === undefined || !/\.(ya?ml|json)$/i.test(name)) return [];
  if (existsSync(`${name}/`)) return [];
  const message = `${quote(name)} is a file: each of several descriptions has an output of its own`;
  const hint = 'name a folder, such as `mesh/`, or add `--merge` if they describe one Service';
  return [{code: 'input', severity: 'error', message, hint, flag}];
}

/** Why these descriptions cannot be watched. */
function unwatchable(sources: readonly string[], isMany: boolean): Problem[] {
  const wrong = {code: 'input', severity: 'error', flag: 'watch'} as const;
  const found = sources
    .filter((source) => source === STANDARD_INPUT || isRemote(source))
    .map((source) => ({
      ...wrong,
      message: `cannot watch ${quote(source)}: expected a file`,
      hint: 'name a file, or remove `--watch`',
    }));
  if (!isMany) return found;
  const hint = 'add `--merge` if they describe one Service, or use `--config redocly.yaml`';
  return [...found, {...wrong, message: 'cannot watch several descriptions', hint}];
}

export const MISSING_INPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'the OpenAPI description is missing',
  hint: 'name it with `-i <file>`; `-i -` reads standard input, `--config redocly.yaml` takes the APIs of a project',
  flag: 'in',
};

const SEVERAL_INPUTS: Problem = {
  code: 'input',
  severity: 'error',
  message: 'several descriptions',
  hint: 'add `-o <folder>/` to write a file for each, or `--merge` if they describe one Service',
  flag: 'in',
};

/** The flags for the outputs of several descriptions. */
const SEVERAL_ONLY = ['keep-going', 'json'];

function isSeveral(names: readonly string[] = []): boolean {
  return names.length > 1 || names.some(isPattern);
}

function needsSeveral(flag: string): Problem {
  const hint = 'name each with `-i`, or quote a glob pattern';
  return {code: 'input', severity: 'error', message: 'needs several descriptions', hint, flag};
}

function notWithMerge(flag: string): Problem {
  const message = 'cannot be combined with --merge';
  return {code: 'input', severity: 'error', message, hint: 'remove one of the two', flag};
}

const MISSING_FILE: Problem = {
  code: 'input',
  severity: 'error',
  message: 'no file to compare with',
  hint: 'name it with `--check <file>`; only with `--config` it can be left out',
  flag: 'check',
};

const MISSING_OUTPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'the output file has no name',
  hint: 'name it with `-o <file>`, or leave `-o` out to print the output',
  flag: 'out',
};

/** The terminal of this process. */
export const processTerminal: Terminal = {
  out: print,
  error: (text) => process.stderr.write(text),
  // It may have been removed, which a caller reports.
  get folder() {
    return process.cwd();
  },
  columns: process.stdout.columns,
};
