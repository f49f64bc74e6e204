import {ClientInstall} from './commands/client-install.ts';
import {Install} from './commands/install.ts';
import {Open} from './commands/open.ts';
import {Status} from './commands/status.ts';
import {TestDelete, TestList, TestRun} from './commands/test.ts';
import {Uninstall} from './commands/uninstall.ts';

/** The commands by id. oclif and the single executable read this table instead of a folder. */
export const COMMANDS = {
  'tracer:install': Install,
  'tracer:uninstall': Uninstall,
  'tracer:status': Status,
  'tracer:open': Open,
  'tracer:test:run': TestRun,
  'tracer:test:list': TestList,
  'tracer:test:delete': TestDelete,
  'tracer:client:install': ClientInstall,
};

export {embedFiles, type PackagedFiles} from './release/packaged-files.ts';
