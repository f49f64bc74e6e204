import {Args, Command, Flags, type Interfaces} from '@oclif/core';
import {type ApisArguments, type OtherProblems, readApisArguments} from './arguments/apis-arguments.ts';
import {type ReadLine, readLine} from './arguments/arguments.ts';
import {type CommandFlag, INPUT_ARGUMENT, type TypedCommand} from './arguments/flags.ts';
import {processTerminal} from './process-terminal.ts';

export const HELP = Flags.help({char: 'h', description: 'Print this help'});

function toFlag({char, type, default: value, excludes, heading, summary, isNegatable = false}: CommandFlag) {
  const {valueName, repeatable} = type.flag;
  const choices = repeatable ? undefined : type.choices;
  const byDefault = value === undefined || value === false ? '' : ` [default: ${value}]`;
  const common = {
    // oclif would break a list of options in the middle of a word.
    summary: `${summary}${byDefault}${choices ? `\n<options: ${choices.join(' | ')}>` : ''}`,
    helpGroup: heading.toUpperCase(),
    ...(char === undefined ? {} : {char}),
    ...(excludes === undefined ? {} : {relationships: [{type: 'none' as const, flags: [...excludes]}]}),
  };
  if (valueName === undefined) return Flags.boolean({...common, allowNo: isNegatable});
  const valued = {
    ...common,
    helpValue: choices ? '<option>' : `<${valueName}>`,
    ...(choices && {options: [...choices]}),
  };
  return repeatable
    ? Flags.string({...valued, multiple: true, multipleNonGreedy: true})
    : Flags.string(valued);
}

/** The base of commands with a table of flags: all mistakes of a command line are reported, as problems. */
export abstract class CheckedCommand extends Command {
  static override usage = '<%= command.id %> [DESCRIPTION...] [FLAGS]';

  static override args: Interfaces.ArgInput = {description: Args.string(INPUT_ARGUMENT)};

  protected readonly table: readonly CommandFlag[] = [];

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

/** The help of a command. */
interface Page {
  readonly summary: string;
  /** One string a paragraph: oclif wraps them to the terminal's width. */
  readonly description?: readonly string[];
  /** The words after the command, or whole command lines. */
  readonly examples?: readonly string[];
  /** In the order of the usage; without them it is `--help`. */
  readonly flags?: Interfaces.FlagInput;
  readonly args?: Interfaces.ArgInput;
}

const SELF = '<%= config.bin %> <%= command.id %>';

/** The fields of a command that oclif reads. */
function headOf({summary, description, examples, flags = {help: HELP}, args}: Page) {
  return {
    summary,
    ...(description && {description: description.join('\n\n')}),
    ...(examples && {
      examples: examples.map((one) => (one.includes(SELF) ? one : `${SELF} ${one}`.trimEnd())),
    }),
    ...(args && {args}),
    flags,
  };
}

/** The input of a command without a table of flags. */
interface PlainInput {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly config: Interfaces.Config;
  /** The folder of the package with the files that are shipped. */
  readonly root: string;
}

/** A command whose line is read by oclif. */
export function plainCommand(page: Page, run: (given: PlainInput) => void | Promise<void>): typeof Command {
  class Plain extends Command {
    override async run(): Promise<void> {
      const {flags, args} = await this.parse(this.ctor);
      await run({flags, args, config: this.config, root: this.ctor.plugin?.root ?? this.config.root});
    }
  }
  return Object.assign(Plain, headOf(page));
}

/** The base of the command with these flags. */
export function checkedCommand(table: readonly CommandFlag[], page: Page): typeof CheckedCommand {
  abstract class WithTable extends CheckedCommand {
    protected override readonly table = table;
  }
  // Help begins with what every run needs.
  const rankOf = ({key, heading}: CommandFlag) => Number(key !== 'in') + Number(heading !== 'input');
  const sorted = [...table].sort((a, b) => rankOf(a) - rankOf(b));
  const flags = Object.fromEntries(sorted.map((flag) => [flag.key, toFlag(flag)]));
  return Object.assign(WithTable, headOf({...page, flags: {...flags, help: {...HELP, helpGroup: 'HELP'}}}));
}
