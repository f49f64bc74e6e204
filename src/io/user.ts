import os from 'node:os';

/**
 * Answers in the place of a list of users that does not have this one, as in a container with a user's number of its own: home `/`, as
 * container engines give it, and the shell that is everywhere. oclif asks for both while it is loaded, and would end with a stack trace.
 * Call it before oclif is imported.
 */
export function makeSureOfUser(): void {
  try {
    os.userInfo();
  } catch {
    process.env.SHELL ??= '/bin/sh';
  }
  try {
    os.homedir();
  } catch {
    process.env.HOME = '/';
    // Bun's goes by the environment that the process began with.
    os.homedir = () => '/';
  }
}
