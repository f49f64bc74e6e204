import os from 'node:os';

/**
 * Prepares the environment that oclif reads while it is loaded. Call it before oclif is imported.
 *
 * No colours in a file or a pipe without FORCE_COLOR: oclif enables colours by COLORTERM, which most terminals set for everything
 * that is started in them, and by CI. A home and a shell for a user without an entry in the list of users, as in a container with an
 * arbitrary user id: oclif asks for both, and would fail with a stack trace.
 */
export function prepareForOclif(): void {
  if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR = '1';
  try {
    os.userInfo();
  } catch {
    process.env.SHELL ??= '/bin/sh';
  }
  try {
    os.homedir();
  } catch {
    // As container engines set it.
    process.env.HOME = '/';
    // Bun's reads the environment that the process was started with.
    os.homedir = () => '/';
  }
}
