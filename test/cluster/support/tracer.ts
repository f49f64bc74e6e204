import path from 'node:path';
import {type Finished, run} from '../../run.ts';
import {type Environment, environmentFor} from './installers.ts';

/** The command line's entry point. */
export const STARTER = path.resolve(import.meta.dirname, '..', '..', '..', 'bin', 'run.cjs');

/** Runs `apigen tracer <args>` to its end. */
export function tracer(given: Environment, args: readonly string[], input?: string): Promise<Finished> {
  const options = {env: environmentFor(given), ...(input === undefined ? {} : {input})};
  return run(process.execPath, [STARTER, 'tracer', ...args], options);
}

/** Runs `apigen tracer` in a namespace. */
export const tracerIn =
  (given: Environment, namespace: string) =>
  (...args: string[]): Promise<Finished> =>
    tracer(given, [...args, '--namespace', namespace]);
