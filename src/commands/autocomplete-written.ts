import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import type {Hook} from '@oclif/core';

/** The commands behind which the completions of `@oclif/plugin-autocomplete` are new. */
const WRITERS = ['autocomplete', 'autocomplete:create'];

/** Puts our completion of bash in the place of the one that `@oclif/plugin-autocomplete` has just written, and speaks of fish to its users. */
export const autocompleteWritten: Hook.Postrun = async ({Command: {id}, argv, config}) => {
  if (!WRITERS.includes(id)) return;
  const {bashCompletion} = await import('./bash-completion.ts');
  const {bin, cacheDir} = config;
  const file = path.join(cacheDir, 'autocomplete', 'functions', 'bash', `${bin}.bash`);
  await writeFile(file, bashCompletion(config));
  if (id === 'autocomplete' && argv.length === 0 && path.basename(config.shell) === 'fish') {
    process.stdout.write(
      `In fish:\n\n  mkdir -p ~/.config/fish/completions\n  ${bin} autocomplete fish > ~/.config/fish/completions/${bin}.fish\n\n`,
    );
  }
};
