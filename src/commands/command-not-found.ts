import {type Hook, toConfiguredId} from '@oclif/core';
import {nearestKey} from '../core/nearest-key.ts';
import {quote} from '../core/quote.ts';

/** What other programs call something that is called differently here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  completion: 'autocomplete',
  completions: 'autocomplete',
  lint: 'apigen-lint',
};

/**
 * Reports an unknown command, suggests one that is near, and exits with 2. Unlike oclif's own plugin it never asks:
 * a pipeline with a terminal would wait for an answer.
 */
export const commandNotFound: Hook.CommandNotFound = async ({id, config}) => {
  const ids = config.commands
    .filter(({hidden}) => !hidden)
    .map((command) => toConfiguredId(command.id, config));
  const asked = toConfiguredId(id, config);
  // oclif takes arguments for words of the command.
  const [first = ''] = asked.split(' ', 1);
  const meant = SYNONYMS[first] ?? nearestKey(asked, ids) ?? nearestKey(first, ids);
  const command = meant === 'apigen-lint' ? meant : `${config.bin} ${meant}`;
  const question = meant === undefined ? '' : `did you mean \`${command}\`? `;
  process.stderr.write(
    `unknown command ${quote(asked)}\n    ${question}\`${config.bin} help\` lists all commands\n`,
  );
  process.exit(2);
};
