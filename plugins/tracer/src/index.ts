import {ClientInstall} from './commands/client-install.ts';
import {Install} from './commands/install.ts';
import {Open} from './commands/open.ts';
import {Status} from './commands/status.ts';
import {Uninstall} from './commands/uninstall.ts';
import {Version} from './commands/version.ts';

/** Every command by its id. oclif and the single executable read this table; no folder is looked through. */
export const COMMANDS = {
  'tracer:install': Install,
  'tracer:uninstall': Uninstall,
  'tracer:status': Status,
  'tracer:open': Open,
  'tracer:version': Version,
  'tracer:client:install': ClientInstall,
};

export {embedFiles, type PackagedFiles, type PackagedFolder} from './packaged-files.ts';
