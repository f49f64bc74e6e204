import os from 'node:os';

/** Prepares the environment that oclif reads while it is loaded. Call it before oclif is imported. */
export function prepareForOclif(): void {
  disableColoursWithoutTerminal();
  provideUser();
}

/**
 * No colours in a file or a pipe without FORCE_COLOR: oclif enables colours by COLORTERM, which most terminals set for everything
 * that is started in them, and by CI.
 */
function disableColoursWithoutTerminal(): void {
  if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR = '1';
}

/**
 * Provides a home and a shell for a user without an entry in the list of users, as in a container with an arbitrary user id:
 * `/`, as container engines set it, and /bin/sh. oclif asks for both, and would fail with a stack trace.
 */
function provideUser(): void {
  try {
    os.userInfo();
  } catch {
    process.env.SHELL ??= '/bin/sh';
  }
  try {
    os.homedir();
  } catch {
    process.env.HOME = '/';
    // Bun's reads the environment that the process was started with.
    os.homedir = () => '/';
  }
}
