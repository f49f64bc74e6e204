import {type Finished, run} from '../../run.ts';
import {cliProgram} from '../../start-cli.ts';
import {type Environment, environmentFor} from './installers.ts';

/** Runs `apigen tracer <args>` to its end. */
export function tracer(given: Environment, args: readonly string[], input?: string): Promise<Finished> {
  const options = {env: environmentFor(given), ...(input === undefined ? {} : {input})};
  const [program, ...first] = cliProgram();
  return run(program, [...first, 'tracer', ...args], options);
}

/** Runs `apigen tracer` in a namespace. */
export const tracerIn =
  (given: Environment, namespace: string) =>
  (...args: string[]): Promise<Finished> =>
    tracer(given, [...args, '--namespace', namespace]);
