import {Command, Errors, type Interfaces, ux} from '@oclif/core';
import type {ScopeOptions} from '../cluster/context.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_NAMESPACE} from '../options/flags.ts';
import type {Progress} from '../process/progress.ts';

const MORE_HELP = 'See more help with --help';

/** An error about flags or arguments. oclif adds the hint to some of its messages only, and a prefix to those of flags' parsers. */
function wrongUsage(message: string): TracerError {
  const problem = message.replace(`\n${MORE_HELP}`, '').replace(/^Parsing --\S+ \n\t/, '');
  return new TracerError(`${problem}\n${MORE_HELP}`, 2);
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
        if (error instanceof Errors.CLIError && error.oclif.exit === 2) throw wrongUsage(error.message);
        throw error;
      },
    );
    // `argv` has them in another order.
    const args = parsed.raw.filter(({type}) => type === 'arg').map(({input}) => input);
    if (args.length > 0)
      throw wrongUsage(`unexpected argument${args.length === 1 ? '' : 's'}: ${args.join(', ')}`);
    return parsed.flags;
  }

  /** The cluster and namespace of the flags. */
  protected scopeOf(flags: {
    kubeconfig?: string | undefined;
    context?: string | undefined;
    namespace?: string | undefined;
  }): ScopeOptions {
    const {kubeconfig, context, namespace = DEFAULT_NAMESPACE} = flags;
    return {kubeconfig, context, namespace};
  }

  /** Shows steps on standard output, with `--json` on standard error: standard output then has the result only. */
  protected async progress(): Promise<Progress> {
    const {progressOn} = await import('../process/progress.ts');
    return progressOn(this.jsonEnabled() ? process.stderr : process.stdout);
  }

  /** Prints a line for the user, but not with `--json`. */
  protected readonly say = (line: string): void => this.log('%s', line);

  /** Prints a line that the user must see, with `--json` on standard error, where oclif's `logToStderr` prints nothing. */
  protected readonly show = (line: string): void =>
    this.jsonEnabled() ? ux.stderr('%s', line) : this.log('%s', line);

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
      this.logToStderr('%s', line);
    return undefined;
  }
}
