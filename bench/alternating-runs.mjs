// Compares the run times of commands. They run alternately, so that other load on the machine affects all of them alike.
// Quote ratios of medians only: milliseconds depend on the machine and on its load at the time.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {median, timed} from './timed.mjs';

/**
 * Runs each command `rounds` times, in turns.
 *
 * @param {{name: string, command: string[], cwd?: string}[]} commands the first one is the baseline of the ratios
 * @param {number} rounds how often each command runs
 * @returns {{name: string, median: number, best: number, ratio: number, megabytes: number | undefined}[]} milliseconds
 */
export function alternate(commands, rounds) {
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, {name, command, cwd}] of commands.entries()) {
      const started = process.hrtime.bigint();
      const {status, error} = spawnSync(command[0], command.slice(1), {cwd, stdio: 'ignore'});
      if (error || status !== 0) throw new Error(`${name}: ${error?.message ?? `exit ${status}`}`);
      times[index].push(Number(process.hrtime.bigint() - started) / 1e6);
    }
  }
  const medians = times.map(median);
  return commands.map(({name, command, cwd}, index) => ({
    name,
    median: medians[index],
    best: Math.min(...times[index]),
    ratio: medians[index] / medians[0],
    megabytes: existsSync('/usr/bin/time') ? Math.round(timed(command, {cwd}).bytes / 2 ** 20) : undefined,
  }));
}

/** Prints the results of `alternate` as a table. */
export function print(title, results) {
  console.log(`\n${title}`);
  console.table(
    results.map(({name, median: middle, best, ratio, megabytes}) => ({
      name,
      'median ms': Math.round(middle),
      'best ms': Math.round(best),
      ratio: ratio.toFixed(2),
      MB: megabytes ?? '?',
    })),
  );
}
