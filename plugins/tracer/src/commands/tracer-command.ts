import {existsSync} from 'node:fs';
import {Command, type Interfaces, ux} from '@oclif/core';
import type {ScopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_NAMESPACE} from '../options/flags.ts';
import {interruptible, type Session} from '../process/interrupt.ts';
import {progressOn} from '../process/progress.ts';
import {maskCredentials} from '../process/run.ts';

/** The command itself, in examples. */
export const THIS = '<%= config.bin %> <%= command.id %>';

/** Texts that oclif adds to messages about flags. */
const ADDED_BY_OCLIF = /^Parsing --\S+ \n\t|\nSee more help with --help$/g;

/** The base of the commands: parses flags and prints errors. */
export abstract class TracerCommand extends Command {
  static override enableJsonFlag = true;

  // Otherwise oclif takes an argument as part of the command's name and reports an unknown command.
  static override strict = false;

  /** The exit code when the command cannot do its work. */
  protected readonly failure: 1 | 2 = 1;

  /**
   * Does the work of the command, with its flags and its arguments if it has some, until it ends or is interrupted. With `--json`,
   * standard output has the result only. Throws an error with exit code 2 for wrong flags.
   */
  protected async perform<F extends {[Name in keyof ScopeOptions]: string | undefined}, T>(
    definitions: Interfaces.FlagInput<F>,
    work: (scope: ScopeOptions, flags: NoInfer<F> & {args: string[]}, session: Session) => Promise<T>,
    argument?: 'PATH' | 'ID',
  ): Promise<T> {
    const {enableJsonFlag, strict} = this.ctor;
    const {flags, raw} = await this.parse<F, object, object>({flags: definitions, enableJsonFlag, strict});
    // `argv` has them in another order.
    const args = raw.filter(({type}) => type === 'arg').map(({input}) => input);
    if (args.length === 0 && argument) throw new TracerError(`missing argument ${argument}`, 2);
    if (args.length > 0 && !argument)
      throw new TracerError(`unexpected argument${args.length === 1 ? '' : 's'}: ${args.join(', ')}`, 2);
    const {kubeconfig, context, namespace = DEFAULT_NAMESPACE} = flags;
    if (kubeconfig !== undefined && !existsSync(kubeconfig))
      throw new TracerError(`no such file: --kubeconfig ${kubeconfig}`, 2);
    const json = this.jsonEnabled();
    const progress = progressOn(json ? process.stderr : process.stdout);
    // oclif's own `logToStderr` prints nothing with `--json`.
    const show = (line: string) => (json ? ux.stderr('%s', maskCredentials(line)) : this.say(line));
    return interruptible((signal) =>
      work({kubeconfig, context, namespace}, {...flags, args}, {say: this.say, show, progress, signal}),
    );
  }

  /** Prints a line for the user, but not with `--json`. */
  protected readonly say = (line: string): void => this.log('%s', maskCredentials(line));

  protected override logJson(json: unknown): void {
    const masked = JSON.stringify(json, (_, value) =>
      typeof value === 'string' ? maskCredentials(value) : value,
    );
    super.logJson(JSON.parse(masked));
  }

  /** Prints a `TracerError`, and any error with `--json`; the host prints the others. */
  protected override async catch(error: Error & {oclif?: {exit?: number}}): Promise<unknown> {
    const ours = error instanceof TracerError ? error : undefined;
    if (!ours && !this.jsonEnabled()) return super.catch(error);
    const message = error.message.replaceAll(ADDED_BY_OCLIF, '');
    const {exitCode: usage, details} = ours ?? {exitCode: error.oclif?.exit ?? 1, details: []};
    const exitCode = Math.max(usage, this.failure);
    // Not `this.exit()`: a plugin that was installed separately has its own copy of oclif, whose errors the host does not recognise.
    process.exitCode = exitCode;
    // Otherwise oclif warns the command's author that the flags were not parsed, unless NODE_ENV is empty or `production`.
    this.parsed = true;
    if (this.jsonEnabled()) this.logJson({error: {message, exitCode, details}});
    else
      for (const line of this.linesOf(message, usage, details)) this.logToStderr('%s', maskCredentials(line));
    return undefined;
  }

  /** The message with what is below it indented. The message of wrong usage has one error a line. */
  private linesOf(message: string, exitCode: number, details: readonly string[]): readonly string[] {
    const lines = message.split('\n');
    const count = exitCode === 2 ? lines.length : 1;
    const help = `\`${this.config.bin} ${this.id?.replaceAll(':', ' ')} --help\` has all that it takes`;
    const hints = [...lines.slice(count), ...details, ...(exitCode === 2 ? [help] : [])];
    return [...lines.slice(0, count).map((line) => `error: ${line}`), ...hints.map((line) => `    ${line}`)];
  }
}
