import {Args, Command, Flags, type Interfaces} from '@oclif/core';
import {type ApisArguments, type OtherProblems, readApisArguments} from './arguments/apis-arguments.ts';
import {type ReadLine, readLine} from './arguments/arguments.ts';
import {INPUT_ARGUMENT, type MeshFlag, type TypedCommand} from './arguments/flags.ts';
import {processTerminal} from './process-terminal.ts';

export const HELP = Flags.help({char: 'h', description: 'Print this help'});

/** oclif's flags for the rows of a table of flags, and `--help`. */
function oclifFlags(table: readonly MeshFlag[]): Interfaces.FlagInput {
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
    ...(type.choices && !repeatable ? {options: [...type.choices]} : {helpValue: `<${valueName}>`}),
  };
  return repeatable
    ? Flags.string({...valued, multiple: true, multipleNonGreedy: true})
    : Flags.string(valued);
}

/** The base of commands with a table of flags: all mistakes of a command line are reported, as problems. */
export abstract class CheckedCommand extends Command {
  static override usage = '<%= command.id %> [DESCRIPTION...] [FLAGS]';

  static override args: Interfaces.ArgInput = {description: Args.string(INPUT_ARGUMENT)};

  protected readonly table: readonly MeshFlag[] = [];

  #line: ReadLine | undefined;

  /** The command line, with what is wrong with it. oclif's own parser stops at the first mistake of some kinds. */
  protected get line(): ReadLine {
    this.parsed = true;
    this.#line ??= readLine(this.argv, this.typed);
    return this.#line;
  }

  protected get typed(): TypedCommand {
    return {name: (this.id ?? '').replaceAll(':', ' '), flags: this.table};
  }

  /** Does what the command does with its descriptions; the exit code is 2 for a wrong command line. */
  protected async withApis(
    run: (read: ApisArguments) => Promise<number>,
    otherProblems?: OtherProblems,
  ): Promise<void> {
    const read = await readApisArguments(this.line, this.typed, processTerminal, otherProblems);
    process.exitCode = read ? await run(read) : 2;
  }
}

/** What the help of a command says. */
interface Page {
  readonly summary: string;
  /** One string a paragraph: oclif wraps them to the terminal's width. */
  readonly description: readonly string[];
  /** What follows the command, or whole command lines. */
  readonly examples: readonly string[];
}

const SELF = '<%= config.bin %> <%= command.id %>';

/** The base of the command with these flags. */
export function checkedCommand(table: readonly MeshFlag[], page: Page): typeof CheckedCommand {
  abstract class WithTable extends CheckedCommand {
    static override readonly summary = page.summary;
    static override readonly description = page.description.join('\n\n');
    static override readonly examples = page.examples.map((one) =>
      one.includes(SELF) ? one : `${SELF} ${one}`.trimEnd(),
    );
    static override readonly flags = oclifFlags(table);
    protected override readonly table = table;
  }
  return WithTable;
}
