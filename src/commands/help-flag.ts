import {Flags} from '@oclif/core';

/** `--help` of every command. */
export const HELP = Flags.help({char: 'h', description: 'Print this help'});
