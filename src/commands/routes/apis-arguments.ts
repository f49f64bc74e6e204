import type {Problem} from '../../core/problem.ts';
import {isPattern} from '../../io/many/is-pattern.ts';
import {STANDARD_INPUT} from '../../io/read/source.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import type {ApisRequest} from '../../io/routes/read-apis.ts';
import type {Terminal} from '../../io/write/output.ts';
import {configProblems, DEFAULT_CONFIG, isAboutConfig} from '../mesh/config-arguments.ts';
import {readArguments} from '../mesh/mesh-arguments.ts';
import type {MeshArguments, MeshFlag} from '../mesh/mesh-flags.ts';
import {MISSING_INPUT} from '../mesh/run-mesh.ts';

/** What a command line about the routes of some APIs says. */
export interface ApisArguments {
  readonly input: ApisRequest;
  /** The value of each flag, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A command about the routes of some APIs. */
interface ApisCommand {
  /** Its words, such as `routes match`. */
  readonly name: string;
  readonly flags: readonly MeshFlag[];
}

/**
 * Reads a command line about the routes of some APIs; `undefined`, after a report, when something is wrong with it.
 *
 * @param apis names of APIs in a configuration file
 */
export function readApisArguments(
  given: MeshArguments,
  apis: readonly string[],
  command: ApisCommand,
  terminal: Terminal,
): ApisArguments | undefined {
  const {settings, run, values, problems: wrong} = readArguments(given, command.flags);
  const isConfig = isAboutConfig(given, apis);
  const problems = [
    ...wrong,
    ...(isConfig ? configProblems(given, apis, command, terminal.folder) : inputProblems(run.in)),
    ...(run.merge && !isConfig && !isSeveral(run.in) ? [SEVERAL_TO_MERGE] : []),
    ...(run.out === '' ? [MISSING_OUTPUT] : []),
  ];
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return undefined;
  }
  const config = isConfig ? {config: run.config ?? DEFAULT_CONFIG} : {};
  return {input: {...run, ...config, settings, apis}, values};
}

function inputProblems(names: readonly string[] | undefined): Problem[] {
  // An empty value too: `-i "$SPEC"` with an unset variable.
  if (names === undefined || names.includes('')) return [MISSING_INPUT];
  return names.filter((name) => name === STANDARD_INPUT).length > 1 ? [REPEATED_INPUT] : [];
}

function isSeveral(names: readonly string[] = []): boolean {
  return names.length > 1 || names.some(isPattern);
}

const REPEATED_INPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'standard input can be read once only',
  hint: 'name a file for the others',
  flag: 'in',
};

const SEVERAL_TO_MERGE: Problem = {
  code: 'input',
  severity: 'error',
  message: 'needs several descriptions',
  hint: 'name each with `-i`, or quote a glob pattern',
  flag: 'merge',
};

const MISSING_OUTPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'the output file has no name',
  hint: 'name it with `-o <file>`, or leave `-o` out to print the page',
  flag: 'out',
};
