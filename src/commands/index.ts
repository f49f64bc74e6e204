import AutocompleteFish from './completion/autocomplete-fish.ts';
import Licenses from './licenses.ts';
import Mesh from './mesh/mesh.ts';
import Ruleset from './ruleset.ts';
import Schema from './schema.ts';

/** The commands by id, for oclif, which does not scan folders here. */
export const COMMANDS = {
  licenses: Licenses,
  mesh: Mesh,
  ruleset: Ruleset,
  schema: Schema,
  'autocomplete:fish': AutocompleteFish,
};
