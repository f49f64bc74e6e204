import {NOWHERE, report} from '../../io/report/report.ts';
import type {RoutesInput} from '../../io/routes/read-routes.ts';
import type {Terminal} from '../../io/write/output.ts';
import {readArguments} from '../mesh/mesh-arguments.ts';
import type {MeshArguments, MeshFlag} from '../mesh/mesh-flags.ts';

/** What a command line about routes says. */
export interface RoutesArguments {
  readonly input: RoutesInput;
  /** The value of each flag, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Reads a command line about routes; `undefined`, after a report, when something is wrong with it. */
export function readRoutesArguments(
  given: MeshArguments,
  flags: readonly MeshFlag[],
  terminal: Terminal,
): RoutesArguments | undefined {
  const {settings, run, values, problems: wrong} = readArguments(given, flags);
  const [input = '', ...others] = run.in ?? [];
  const problems = [
    ...wrong,
    ...(input === '' ? [MISSING_INPUT] : []),
    ...(others.length > 0 ? [SEVERAL_INPUTS] : []),
  ];
  if (problems.length === 0) return {input: {...run, in: input, settings}, values};
  terminal.error(report(problems, NOWHERE));
  return undefined;
}

const MISSING_INPUT = {
  code: 'input',
  severity: 'error',
  message: 'the OpenAPI description is missing',
  hint: 'name it with `-i <file>`; `-i -` reads standard input',
  flag: 'in',
} as const;

const SEVERAL_INPUTS = {
  code: 'input',
  severity: 'error',
  message: 'can only be given once',
  hint: 'use a command for each description',
  flag: 'in',
} as const;
