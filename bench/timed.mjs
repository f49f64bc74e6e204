import {spawnSync} from 'node:child_process';

/**
 * Runs a command under GNU time. Returns its exit status, what it printed, seconds, processor seconds and its peak memory in bytes.
 * Standard output is kept only if `stdio` asks for it.
 */
export function timed(command, options = {}) {
  const {status, stdout, stderr, error} = spawnSync('/usr/bin/time', ['-f', '\n%e %U %S %M', ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: 1e9,
    ...options,
  });
  if (error) throw new Error('GNU time is not installed', {cause: error});
  const [seconds, user, system, kilobytes] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return {status, stdout, stderr, seconds, processor: user + system, bytes: kilobytes * 1024};
}

/** Throws unless a run of `timed` succeeded. */
export function succeeded(run) {
  if (run.status !== 0) throw new Error(`exit ${run.status}\n${run.stderr.slice(0, 2000)}`);
  return run;
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
