import {chmodSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {output} from '../../../release/tools.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';
import {RELEASED} from '../released.ts';

export interface RootRun {
  readonly status: number;
  /** Standard output and standard error, interleaved. */
  readonly output: string;
  /** Changed files, each with `+` (new or changed) or `-` (removed), without the logs and caches of package managers. */
  readonly changed: readonly string[];
}

/** Logs, caches and locks of package managers. */
const PACKAGE_MANAGER_FILES =
  /^. \/(var\/(log|cache)\/|var\/lib\/(dpkg|apt)\/(lock|.*-old$|extended_states)|var\/lib\/dpkg\/(lock-frontend|triggers\/)|var\/lib\/apt\/(lists\/lock|periodic)|root\/\.rpmdb\/|etc\/rpm\/macros|var\/lib\/rpm\/|var\/lib\/dnf\/)/;

/** The folder of the release in a root. */
export const RELEASED_INSIDE = '/run/release';

/** The beginning of a script that uses apt with our repository only. */
export const ONLY_OURS = `set -e
exec 2>&1
rm -rf /etc/apt/sources.list /etc/apt/sources.list.d /var/lib/apt/lists
mkdir -p /etc/apt/sources.list.d
ours=/etc/apt/sources.list.d/tracer.list
`;

/** PATH without the folders that npm puts in front, which contain our own `apigen`. */
const SYSTEM_PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.endsWith('/node_modules/.bin'))
  .join(':');

/**
 * Runs a script with sh, as root, in a copy of this machine's root that is discarded afterwards. `files` are for the root's /tmp; those with a
 * `#!` line are executable. Needs root.
 */
export async function inThrowawayRoot(
  script: string,
  files: Readonly<Record<string, string>> = {},
): Promise<RootRun> {
  const job = folderWith();
  for (const [name, content] of Object.entries({...files, script}))
    chmodSync(writeIn(job, `files/${name}`, content), content.startsWith('#!') ? 0o755 : 0o644);
  const starter = path.join(import.meta.dirname, 'throwaway-root.sh');
  await output('unshare', ['--mount', '--propagation', 'private', 'sh', starter], {
    env: {JOB: job, RELEASED, PATH: SYSTEM_PATH, TMPDIR: '/tmp'},
  });
  const left = (name: string) => readFileSync(path.join(job, name), 'utf8');
  const changed = left('changed')
    .split('\n')
    .filter((line) => line !== '' && !PACKAGE_MANAGER_FILES.test(line));
  return {status: Number(left('status')), output: left('output'), changed};
}
