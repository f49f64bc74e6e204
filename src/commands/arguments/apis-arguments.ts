import {existsSync} from 'node:fs';
import path from 'node:path';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {printable, quote} from '../../core/base/quote.ts';
import {OUTPUT_FORMATS} from '../../core/options/output-format.ts';
import {useCluster} from '../../io/cluster/kubectl.ts';
import {printProblems} from '../../io/print/problems.ts';
import {expandSources, isSeveral} from '../../io/run/find/inputs.ts';
import type {RunFiles, RunRequest, RunSources} from '../../io/run/load/load-description.ts';
import {isStandardOutput, type Terminal} from '../../io/write/output.ts';
import {type ReadLine, readArguments, retyped, shellWord} from './arguments.ts';
import type {GivenFlags, TypedCommand} from './flags.ts';
import {strayWords} from './stray-words.ts';

export interface ApisArguments {
  readonly input: RunRequest;
  /** The value of each flag, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Finds the problems of one command alone. */
export type OtherProblems = (input: RunRequest) => readonly Problem[] | Promise<readonly Problem[]>;

/**
 * Reads a command line about some APIs; `undefined`, after a report, when something is wrong with it. An argument is a description,
 * as with `-i`; after `--config` it is the name of an API.
 */
export async function readApisArguments(
  {given, words, problems: misread}: ReadLine,
  command: TypedCommand,
  terminal: Terminal,
  otherProblems: OtherProblems = () => [],
): Promise<ApisArguments | undefined> {
  const isProject = given.config !== undefined;
  const args = isProject || words.length === 0 ? given : {...given, in: [...(given.in ?? []), ...words]};
  const {settings, run, values, problems: wrong} = readArguments(args, command.flags);
  const input = {...run, settings, apis: isProject ? words : []};
  // An empty value too: `-i "$SPEC"` with an unset variable.
  const isMissing = !isProject && !run.fromServices && run.in === undefined && misread.length === 0;
  const findOthersOfCommand = async () => {
    const others = await otherProblems(input);
    if (isProject || run.keepGoing || !isSeveral(run)) return others;
    const stray = strayWords(run.in ?? [], given, command);
    return stray.problems.length > 0 && (stray.areMisplaced || others.length > 0) ? stray.problems : others;
  };
  const problems = [...misread, ...wrong.filter(({flag}) => flag !== 'in')];
  if (misread.length === 0)
    problems.push(
      ...(command.flags.some(({key}) => key === 'log') ? logsIn(run.in ?? []) : []),
      ...(run.fromServices && words.length > 0 ? [NOT_WITH_SERVICES] : []),
      ...(isProject ? notWithConfig(args, command) : []),
      ...(isProject || isMissing || isSeveral(run) ? [] : needsSeveral(given)),
      ...(run.out === undefined ? [] : outputProblems(run.out, command)),
      ...(await findOthersOfCommand()),
    );
  useCluster(run);
  if (problems.length === 0 && !isMissing) return {input, values};
  printProblems(terminal, problems);
  if (isMissing) await reportMissing(given, command, terminal);
  return undefined;
}

const NOT_WITH_SERVICES = inputError('cannot be combined with descriptions', 'remove one of them', {
  flag: 'from-services',
});

function logsIn(names: readonly string[]): Problem[] {
  return names
    .filter((name) => /[._]log(\.[\w.]+)?$/.test(name))
    .map((name) =>
      inputError(`${quote(name)} is a log, not a description`, `read it with \`--log ${shellWord(name)}\``),
    );
}

function notWithConfig(args: GivenFlags, {flags}: TypedCommand): Problem[] {
  return flags.flatMap(({key, insteadWithConfig: hint}) =>
    key in args && hint ? inputError('cannot be combined with a configuration file', hint, {flag: key}) : [],
  );
}

const DEFAULT_CONFIG = 'redocly.yaml';

/** How many inputs are listed, and how many folders below the working directory are searched for them. */
const [SHOWN, DEEP] = [10, 3];

/** Reports that there is no description, with the commands that read those that are there. */
async function reportMissing(
  given: GivenFlags,
  {name: command, flags}: TypedCommand,
  terminal: Terminal,
): Promise<void> {
  const {descriptionsIn} = await import('../../io/read/descriptions-in.ts');
  const config = existsSync(path.join(terminal.folder, DEFAULT_CONFIG)) ? [['--config', DEFAULT_CONFIG]] : [];
  const inputs = [...config, ...descriptionsIn(terminal.folder, DEEP).map((file) => [file])];
  const piped = process.stdin.isTTY ? '' : ', or `-` for standard input';
  const hint =
    inputs.length > 0
      ? `name one${piped}:`
      : 'name a file, a pattern or an address; `-` reads standard input';
  const notInProjects = flags.flatMap(({key, insteadWithConfig}) => (insteadWithConfig ? key : []));
  const lines = inputs.map((words) =>
    printable(retyped(command, {given, words}, words.length > 1 ? ['in', ...notInProjects] : ['in'])),
  );
  if (lines.length > SHOWN) lines.splice(SHOWN, lines.length, `and ${lines.length - SHOWN} more`);
  printProblems(terminal, [inputError('the OpenAPI description is missing', hint)]);
  terminal.error(lines.map((line) => `      ${line}\n`).join(''));
}

function needsSeveral(given: GivenFlags): Problem[] {
  const flags = ['merge', 'keep-going'].filter((flag) => flag in given);
  const hint = 'name all of them, or quote a glob pattern';
  return flags.map((flag) => inputError('needs several descriptions', hint, {flag}));
}

/** A file as the output of each of several descriptions. A folder may have such a name too, but then it exists. */
export function notAFolder(run: RunFiles, flag: 'out' | 'check'): Problem[] {
  const name = run[flag] ?? '';
  if (run.merge || !isSeveral(run)) return [];
  if (!/\.(ya?ml|json)$/i.test(name) || existsSync(`${name}/`)) return [];
  const message = `${quote(name)} is a file: each of several descriptions has an output of its own`;
  const other = run.config === undefined ? 'add `--merge` if they describe one Service' : 'one API';
  const hint = `name a folder, such as \`mesh/\`, or ${other}`;
  return [inputError(message, hint, {flag})];
}

/** Values that other programs take after `-o`. */
const FORMATS: readonly string[] = [...OUTPUT_FORMATS, 'wide'];

function outputProblems(out: string, {flags}: TypedCommand): Problem[] {
  if (out === '')
    return [
      inputError('the output file has no name', 'name it, or leave `-o` out to print the output', {
        flag: 'out',
      }),
    ];
  if (!FORMATS.includes(out) || !flags.some(({key}) => key === 'format')) return [];
  const hint = `use \`--format ${OUTPUT_FORMATS.join('|')}\`; for a file of this name, write \`-o ./${out}\``;
  return [inputError(`${quote(out)} is a format, not a file`, hint, {flag: 'out'})];
}

/** Problems of the files that outputs are written to or compared with. */
export async function filesProblems(run: RunFiles): Promise<readonly Problem[]> {
  const isMany = run.merge !== true && isSeveral(run);
  const isPrinted = !run.out || isStandardOutput(run.out);
  return [
    ...(isMany && isPrinted && run.check === undefined ? await needsFolder(run) : []),
    ...notAFolder(run, 'out'),
    ...notAFolder(run, 'check'),
    ...(run.check === '' ? [MISSING_FILE] : []),
  ];
}

async function needsFolder(run: RunSources): Promise<readonly Problem[]> {
  const {problems: unmatched} = await expandSources(run.in ?? []);
  if (unmatched.length > 0) return unmatched;
  const fix = run.fromServices
    ? 'write `<namespace>/<service>.yaml` for each, or use `apigen apply`'
    : `write a file for each, or ${run.config === undefined ? '`--merge` if they describe one Service' : 'name one API'}`;
  return [inputError('several descriptions', `add \`-o <folder>/\` to ${fix}`)];
}

const MISSING_FILE = inputError(
  'no file to compare with',
  'name it with `--check <file>`; only `apigen mesh --config` needs none',
  {flag: 'check'},
);
