import {Command, Flags, type Interfaces} from '@oclif/core';
import type {Problem} from '../core/problem.ts';
import {NOWHERE, report} from '../io/report/report.ts';
import {HELP} from './help-flag.ts';
import type {MeshFlag} from './mesh/mesh-flags.ts';
import {processTerminal} from './mesh/run-mesh.ts';
import {type TypedCommand, unexpectedValues, wrongArguments} from './mesh/wrong-arguments.ts';

/** oclif's flags for the rows of a table of flags, and `--help`. */
export function oclifFlags(table: readonly MeshFlag[]): Interfaces.FlagInput {
  return {
    ...Object.fromEntries(table.map((flag) => [flag.key, toFlag(flag)])),
    help: {...HELP, helpGroup: 'HELP'},
  };
}

function toFlag({char, type, default: value, excludes, group, summary, isNegatable = false}: MeshFlag) {
  const {valueName, repeatable} = type.flag;
  const common = {
    summary: value === undefined || value === false ? summary : `${summary} [default: ${value}]`,
    helpGroup: group.toUpperCase(),
    ...(char === undefined ? {} : {char}),
    ...(excludes === undefined ? {} : {relationships: [{type: 'none' as const, flags: [...excludes]}]}),
  };
  if (valueName === undefined) return Flags.boolean({...common, allowNo: isNegatable});
  // oclif lists the options itself.
  const valued = {
    ...common,
    ...(type.choices ? {options: [...type.choices]} : {helpValue: `<${valueName}>`}),
  };
  return repeatable
    ? Flags.string({...valued, multiple: true, multipleNonGreedy: true})
    : Flags.string(valued);
}

/** The base of commands with a table of flags: all mistakes of a command line are reported, as problems. */
export abstract class CheckedCommand extends Command {
  protected abstract readonly table: readonly MeshFlag[];

  /** True, after a report, when a switch was given a value. */
  protected hasUnexpectedValues(): boolean {
    const problems = unexpectedValues(this.argv, this.#typed());
    if (problems.length > 0) this.#refuse(problems);
    return problems.length > 0;
  }

  protected override async catch(error: Interfaces.CommandError): Promise<void> {
    const problems = wrongArguments(error, this.argv, this.#typed());
    if (problems === undefined || process.env.DEBUG) throw error;
    this.#refuse(problems);
    // Without it oclif adds a warning for the command's author, wherever NODE_ENV is neither empty nor `production`.
    this.parsed = true;
  }

  #typed(): TypedCommand {
    return {name: (this.id ?? '').replaceAll(':', ' '), flags: this.table};
  }

  #refuse(problems: readonly Problem[]): void {
    processTerminal.error(report(problems, NOWHERE));
    process.exitCode = 2;
  }
}
