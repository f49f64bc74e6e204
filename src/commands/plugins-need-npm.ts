import {existsSync} from 'node:fs';
import path from 'node:path';
import type {Hook} from '@oclif/core';

/** The commands of `@oclif/plugin-plugins` that run npm. */
const WITH_NPM = ['plugins:install', 'plugins:link', 'plugins:uninstall', 'plugins:update'];

/** Reports that npm is missing: `@oclif/plugin-plugins` would report that the plugin is not in the registry. */
export const pluginsNeedNpm: Hook.Prerun = async ({Command: {id}}) => {
  if (!WITH_NPM.includes(id)) return;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const names = process.platform === 'win32' ? ['npm.cmd', 'npm.exe'] : ['npm'];
  if (folders.some((folder) => names.some((name) => existsSync(path.join(folder, name))))) return;
  process.stderr.write('npm not found: plugins are installed with npm\n    add the folder of npm to PATH\n');
  process.exit(1);
};
