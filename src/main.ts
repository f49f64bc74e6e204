import type {Interfaces} from '@oclif/core';
import {readLine} from './commands/arguments/arguments.ts';
import type {CommandTable} from './commands/completion/offered-words.ts';
import {MESH_COMMAND, runMeshArguments} from './commands/mesh/run-mesh.ts';
import {processTerminal} from './commands/process-terminal.ts';
import {prepareForOclif} from './io/before-oclif.ts';
import {printToStdout, stopAtOutputErrors} from './io/write/output-errors.ts';

/** The folder of the package, with its package.json; in a single executable, a function that returns oclif's options. */
type Program = string | (() => Promise<Interfaces.LoadOptions>);

/** Runs a command line; with `commands` it is one of completion. Those of `apply`, `krm`, `mesh` and completion start without oclif. */
export async function main(
  args: readonly string[],
  program: Program,
  commands?: CommandTable,
): Promise<void> {
  stopAtOutputErrors();
  if (args[0] === 'mesh' && !asksForHelp(args))
    await runAtOnce(() => runMeshArguments(readLine(args.slice(1), MESH_COMMAND), processTerminal));
  else if (args[0] === 'apply' && !asksForHelp(args))
    await runAtOnce(async () => {
      const {APPLY_COMMAND, runApplyArguments} = await import('./commands/apply/run-apply.ts');
      return runApplyArguments(readLine(args.slice(1), APPLY_COMMAND));
    });
  else if (args[0] === 'krm' && args.length === 1)
    await runAtOnce(async () =>
      (await import('./commands/krm/run-krm.ts')).runKrmCommand(processTerminal, process.stdin.isTTY),
    );
  else if (commands)
    await runAtOnce(async () =>
      (await import('./commands/completion/complete.ts')).complete(args.slice(1), commands),
    );
  else await runOclif(args, program);
}

function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg, index) => /^(-h|--help)$/.test(arg) && !args.slice(0, index).includes('--'));
}

/** First words of a command line that asks for the help of the program, and has nothing else. */
const ROOT_HELP: readonly (string | undefined)[] = [undefined, 'help', '--help', '-h'];

async function runOclif(typed: readonly string[], program: Program): Promise<void> {
  const args = typed[0] === 'explain' ? ['help', ...typed.slice(1)] : typed;
  prepareForOclif();
  const {Config, Errors, run, settings} = await import('@oclif/core');
  // The sources of a clone are not for oclif to compile; without typescript it would print a warning.
  settings.enableAutoTranspile = false;
  const loadOptions = typeof program === 'string' ? program : await program();
  stopAtOutputErrors();
  printToStdout();
  try {
    const {explainRule, isExplained} = await import('./commands/help-pages.ts');
    const {printHelp} = await import('./commands/wrapped-help.ts');
    const [first, page = '', ...others] = args;
    if (first === 'help' && others.length === 0 && isExplained(page))
      process.exitCode = await explainRule(page, (await Config.load(loadOptions)).root);
    else if (args.length > 1 || !ROOT_HELP.includes(first)) {
      const config = await Config.load(loadOptions);
      (await import('./commands/oclif-errors.ts')).refuseEarlyWord(args, config);
      const id = [page, ...others].join(':');
      // Its `help` sorts flags by name, and ignores a wrong word after a command.
      const named = first === 'help' && config.findCommand(id);
      const isBelow = () => config.commands.some((command) => command.id.startsWith(`${page}:`));
      if (first === 'help' && !named && others.length > 0 && isBelow())
        throw new Errors.CLIError(`Command ${id} not found.`);
      const words = named ? [page, ...others] : args;
      if (named || asksForHelp(args)) await printHelp(config, words);
      else await run([...args], config);
    } else await printHelp(await Config.load(loadOptions), []);
  } catch (error) {
    await (await import('./commands/oclif-errors.ts')).endWithOclifError(error, args, loadOptions);
  }
}

async function runAtOnce(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    // As oclif does for the other commands: no stack trace without DEBUG.
    if (process.env.DEBUG) throw error;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `error: ${message}\n    this is a bug in apigen; set \`DEBUG=*\` for a stack trace\n`,
    );
    process.exitCode = 1;
  }
}
