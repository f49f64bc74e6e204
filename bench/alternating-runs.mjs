// Measures commands side by side: one run of each in turn, so that what else the machine does hits all alike. Ratios of
// medians from one such run are what a figure may be quoted from; milliseconds are of this machine and this minute.
import {spawnSync} from 'node:child_process';

/**
 * @param {{name: string, command: string[], cwd?: string}[]} rivals the first one is what the others are compared with
 * @param {number} rounds how often each is run
 * @returns {{name: string, median: number, best: number, ratio: number, megabytes: number | undefined}[]} milliseconds
 */
export function alternate(rivals, rounds) {
  const times = rivals.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, {name, command, cwd}] of rivals.entries()) {
      const started = process.hrtime.bigint();
      const {status, error} = spawnSync(command[0], command.slice(1), {cwd, stdio: 'ignore'});
      if (error || status !== 0) throw new Error(`${name}: ${error?.message ?? `exit ${status}`}`);
      times[index].push(Number(process.hrtime.bigint() - started) / 1e6);
    }
  }
  const medians = times.map(median);
  return rivals.map(({name, command, cwd}, index) => ({
    name,
    median: medians[index],
    best: Math.min(...times[index]),
    ratio: medians[index] / medians[0],
    megabytes: peakMemory(command, cwd),
  }));
}

/** Prints what `alternate` gave as a table. */
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

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Peak resident memory by GNU time, where it is installed. */
function peakMemory(command, cwd) {
  const {stderr, status} = spawnSync('/usr/bin/time', ['-f', '%M', ...command], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return status === 0 ? Math.round(Number(stderr.trim().split('\n').at(-1)) / 1024) : undefined;
}
