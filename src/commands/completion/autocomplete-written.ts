import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import type {Hook} from '@oclif/core';
import {print} from '../../io/write/output-errors.ts';

/** The commands that write the completions of `@oclif/plugin-autocomplete`. */
const WRITERS = ['autocomplete', 'autocomplete:create'];

/** Replaces the bash completion that `@oclif/plugin-autocomplete` has just written with ours, and prints the steps for fish. */
export const autocompleteWritten: Hook.Postrun = async ({Command: {id}, argv, config}) => {
  if (!WRITERS.includes(id)) return;
  const {bashCompletion} = await import('./bash-completion.ts');
  const {bin, cacheDir} = config;
  const file = path.join(cacheDir, 'autocomplete', 'functions', 'bash', `${bin}.bash`);
  await writeFile(file, bashCompletion(config));
  if (id === 'autocomplete' && argv.length === 0 && path.basename(config.shell) === 'fish') {
    print(
      `In fish:\n\n  mkdir -p ~/.config/fish/completions\n  ${bin} autocomplete fish > ~/.config/fish/completions/${bin}.fish\n\n`,
    );
  }
};
