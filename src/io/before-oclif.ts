import os from 'node:os';

/** Sets right what oclif reads of its surroundings while it is loaded. Call it before oclif is imported. */
export function prepareForOclif(): void {
  colourTerminalsOnly();
  makeSureOfUser();
}

/**
 * No colours in a file or a pipe unless they are asked for: oclif's colours go by COLORTERM, which most terminals set for everything
 * that is started in them, and by CI.
 */
function colourTerminalsOnly(): void {
  if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR = '1';
}

/**
 * Answers in the place of a list of users that does not have this one, as in a container with a user's number of its own: home `/`, as
 * container engines give it, and the shell that is everywhere. oclif asks for both, and would end with a stack trace.
 */
function makeSureOfUser(): void {
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
