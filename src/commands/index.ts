import Apply from './apply/apply.ts';
import Delete from './apply/delete.ts';
import Autocomplete from './completion/autocomplete.ts';
import Complete from './completion/complete-command.ts';
import Diff from './diff/diff.ts';
import Init from './init/init.ts';
import Krm from './krm/krm.ts';
import Lint from './lint/lint.ts';
import Mesh from './mesh/mesh.ts';
import Report from './report/report.ts';
import RoutesMatch from './routes/match.ts';
import Routes from './routes/routes.ts';
import {Licenses, Ruleset, Schema, Version} from './shipped.ts';
import Tests from './trace-tests/tests.ts';

/** The commands by id, for oclif, which does not scan folders here. */
export const COMMANDS = {
  apply: Apply,
  autocomplete: Autocomplete,
  complete: Complete,
  delete: Delete,
  diff: Diff,
  init: Init,
  krm: Krm,
  licenses: Licenses,
  lint: Lint,
  mesh: Mesh,
  report: Report,
  routes: Routes,
  'routes:match': RoutesMatch,
  ruleset: Ruleset,
  schema: Schema,
  tests: Tests,
  version: Version,
};
