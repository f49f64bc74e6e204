import {existsSync} from 'node:fs';
import {Command, Errors, type Interfaces, ux} from '@oclif/core';
import type {ScopeOptions} from '../cluster/context.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_NAMESPACE} from '../options/flags.ts';
import type {Session} from '../process/interrupt.ts';
import {maskCredentials} from '../process/run.ts';

const MORE_HELP = 'See more help with --help';

/** An error about flags or arguments. oclif adds the hint to some of its messages only, and a prefix to those of flags' parsers. */
function wrongUsage(message: string, known: readonly string[] = []): TracerError {
  const problem = message.replace(`\n${MORE_HELP}`, '').replace(/^Parsing --\S+ \n\t/, '');
  const [, flag] = /^Nonexistent flag: --(\S+)$/.exec(problem) ?? [];
  const near = flag && [...known, 'help', 'version'].find((name) => isSlip(name, flag));
  const question = near ? `did you mean \`--${near}\`?\n` : '';
  return new TracerError(`${problem}\n${question}${MORE_HELP}`, 2);
}

/** Whether two words differ in the order of their letters, or one has a letter more. */
function isSlip(a: string, b: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  const isLonger = (long: string, short: string) =>
    [...long].some((_, index) => long.slice(0, index) + long.slice(index + 1) === short);
  return sorted(a) === sorted(b) || isLonger(a, b) || isLonger(b, a);
}

/** The base of the commands: parses flags and prints errors. */
export abstract class TracerCommand extends Command {
  static override enableJsonFlag = true;

  // Otherwise oclif takes an argument as part of the command's name and reports an unknown command.
  static override strict = false;

  /** The flags of this command; throws a `TracerError` with exit code 2 for wrong flags and for arguments. */
  protected async parseFlags<F extends Interfaces.OutputFlags<Interfaces.FlagInput>>(
    flags: Interfaces.FlagInput<F>,
  ): Promise<F> {
    const {enableJsonFlag, strict} = this.ctor;
    const parsed = await this.parse<F, object, object>({flags, enableJsonFlag, strict}).catch(
      (error: unknown) => {
        if (error instanceof Errors.CLIError && error.oclif.exit === 2)
          throw wrongUsage(error.message, Object.keys(flags));
        throw error;
      },
    );
    // `argv` has them in another order.
    const args = parsed.raw.filter(({type}) => type === 'arg').map(({input}) => input);
    if (args.length > 0)
      throw wrongUsage(`unexpected argument${args.length === 1 ? '' : 's'}: ${args.join(', ')}`);
    return parsed.flags;
  }

  protected scopeOf(flags: {[Name in keyof ScopeOptions]: string | undefined}): ScopeOptions {
    const {kubeconfig, context, namespace = DEFAULT_NAMESPACE} = flags;
    if (kubeconfig !== undefined && !existsSync(kubeconfig))
      throw new TracerError(`no such file: --kubeconfig ${kubeconfig}\nfix the path of the kubeconfig`, 2);
    return {kubeconfig, context, namespace};
  }

  /** Runs the work of the command until it ends or is interrupted. With `--json`, standard output has the result only. */
  protected async perform<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const {interruptible} = await import('../process/interrupt.ts');
    const {progressOn} = await import('../process/progress.ts');
    const json = this.jsonEnabled();
    const progress = progressOn(json ? process.stderr : process.stdout);
    // oclif's own `logToStderr` prints nothing with `--json`.
    const show = (line: string) => (json ? ux.stderr('%s', maskCredentials(line)) : this.say(line));
    return interruptible((signal) => work({say: this.say, show, progress, signal}));
  }

  /** Prints a line for the user, but not with `--json`. */
  protected readonly say = (line: string): void => this.log('%s', maskCredentials(line));

  protected override logJson(json: unknown): void {
    const masked = JSON.stringify(json, (_, value) =>
      typeof value === 'string' ? maskCredentials(value) : value,
    );
    super.logJson(JSON.parse(masked));
  }

  protected override async catch(error: Error & {exitCode?: number}): Promise<unknown> {
    if (!(error instanceof TracerError)) return super.catch(error);
    // Not `this.exit()`: a plugin that was installed separately has its own copy of oclif, whose errors the host does not recognise.
    process.exitCode = error.exitCode;
    // Otherwise oclif warns the command's author that the flags were not parsed, unless NODE_ENV is empty or `production`.
    this.parsed = true;
    if (this.jsonEnabled()) {
      const {message, exitCode, details} = error;
      this.logJson({error: {message, exitCode, details}});
      return undefined;
    }
    for (const line of [...`Error: ${error.message}`.split('\n'), ...error.details])
      this.logToStderr('%s', maskCredentials(line));
    return undefined;
  }
}
