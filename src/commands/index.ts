import Autocomplete from './completion/autocomplete.ts';
import Complete from './completion/complete.ts';
import Licenses from './licenses.ts';
import Mesh from './mesh/mesh.ts';
import Ruleset from './ruleset.ts';
import Schema from './schema.ts';
import Version from './version.ts';

/** The commands by id, for oclif, which does not scan folders here. */
export const COMMANDS = {
  autocomplete: Autocomplete,
  complete: Complete,
  licenses: Licenses,
  mesh: Mesh,
  ruleset: Ruleset,
  schema: Schema,
  version: Version,
};
