import type {Terminal} from '../src/io/write/output.ts';
import type {CliRun} from './start-cli.ts';

/** What a command prints that runs in this process, with `folder` as its working directory, and its exit code. */
export async function capturedRun(
  folder: string,
  run: (terminal: Terminal) => Promise<number>,
): Promise<CliRun> {
  const printed = {stdout: '', stderr: ''};
  const status = await run({
    out: (text) => {
      printed.stdout += text;
    },
    error: (text) => {
      printed.stderr += text;
    },
    folder,
  });
  return {status, ...printed};
}
