import type {Command} from '@oclif/core';
import {commands as PLUGIN_COMMANDS} from '@oclif/plugin-plugins';
import {COMMANDS} from './index.ts';

/** The commands of the npm package: those of the executables, and `plugins`, which installs plugins with the user's npm. */
export const NPM_COMMANDS: Readonly<Record<string, Command.Class>> = {...COMMANDS, ...PLUGIN_COMMANDS};
