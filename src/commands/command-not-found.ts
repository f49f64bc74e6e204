import {type Hook, toConfiguredId} from '@oclif/core';
import {closest} from 'fastest-levenshtein';
import {quote} from '../core/quote.ts';

/**
 * Reports an unknown command, suggests the nearest one, and exits with 2. Unlike oclif's own plugin it never asks:
 * a pipeline with a terminal would wait for an answer.
 */
export const commandNotFound: Hook.CommandNotFound = async ({id, config}) => {
  const ids = config.commands
    .filter(({hidden}) => !hidden)
    .map((command) => toConfiguredId(command.id, config));
  const asked = toConfiguredId(id, config);
  process.stderr.write(
    `unknown command ${quote(asked)}\n    did you mean \`${config.bin} ${closest(asked, ids)}\`? \`${config.bin} help\` lists all commands\n`,
  );
  process.exit(2);
};
