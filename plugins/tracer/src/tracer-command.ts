import {Command, Errors, ux} from '@oclif/core';
import type {Given} from './arguments.ts';
import type {Wanted} from './context.ts';
import {defaultOf, type Place} from './options.ts';
import type {Progress} from './progress.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** oclif's parser ends some of its messages with a hint of its own; ours is put below every one of them. */
function wrongUse(message: string): TracerError {
  const bare = message.replace(/\nSee more help with --help$/, '');
  return new TracerError(`${bare}\n${text('moreHelp')}`, 2);
}

/** What all commands of the plugin share: how options are judged, and how a failure is told. */
export abstract class TracerCommand extends Command {
  static override enableJsonFlag = true;

  // Else oclif takes a word that is no option for part of the command's name, and says that there is no such command.
  static override strict = false;

  /** The given options, parsed and judged for `place`; throws a `TracerError` with exit code 2. */
  protected async given(place: Place): Promise<Given> {
    const {flags: known, enableJsonFlag, strict} = this.ctor;
    // Inherited settings are lost when the class itself is given: oclif spreads it.
    const {flags, raw} = await this.parse({flags: known, enableJsonFlag, strict}).catch((error: unknown) => {
      if (error instanceof Errors.CLIError && error.oclif.exit === 2) throw wrongUse(error.message);
      throw error;
    });
    // oclif's `argv` has them in an order of its own.
    const strays = raw.filter(({type}) => type === 'arg').map(({input}) => input);
    const told = strays.join(', ');
    if (strays.length === 1) throw wrongUse(text('unexpectedArgument', {argument: told}));
    if (strays.length > 1) throw wrongUse(text('unexpectedArguments', {arguments: told}));
    const {badValues, refuse} = await import('./arguments.ts');
    // `install` judges more than single values, and tells all of it at once.
    if (place !== 'install') refuse(badValues(place, flags));
    return flags;
  }

  /** Which cluster and namespace the options name. */
  protected wanted(given: Given): Wanted {
    const {kubeconfig, context, namespace} = given;
    return {
      kubeconfig: typeof kubeconfig === 'string' ? kubeconfig : undefined,
      context: typeof context === 'string' ? context : undefined,
      namespace: typeof namespace === 'string' ? namespace : defaultOf('namespace'),
    };
  }

  /** Steps are shown on standard output, but with `--json` on standard error: standard output then holds the result alone. */
  protected async progress(): Promise<Progress> {
    const {progressOn} = await import('./progress.ts');
    return progressOn(this.jsonEnabled() ? process.stderr : process.stdout);
  }

  /** Prints a line for a person; nothing with `--json`. */
  protected readonly say = (line: string): void => this.log('%s', line);

  /** Prints a line that a person has to see; with `--json` on standard error, where oclif's own `logToStderr` then says nothing. */
  protected readonly show = (line: string): void =>
    this.jsonEnabled() ? ux.stderr('%s', line) : this.log('%s', line);

  protected override async catch(error: Error & {exitCode?: number}): Promise<unknown> {
    if (!(error instanceof TracerError)) return super.catch(error);
    // Not by `exit`, whose error the host takes for a fault when the plugin, installed by itself, has its own copy of oclif.
    process.exitCode = error.exitCode;
    // Else oclif adds a warning for the command's author, wherever NODE_ENV is neither empty nor `production`.
    this.parsed = true;
    if (this.jsonEnabled()) {
      this.logJson({error: {message: error.message, exitCode: error.exitCode, details: error.details}});
      return undefined;
    }
    for (const line of [...`Error: ${error.message}`.split('\n'), ...error.details])
      this.logToStderr('%s', line);
    return undefined;
  }
}
