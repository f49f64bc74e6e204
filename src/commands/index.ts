import AutocompleteFish from './autocomplete-fish.ts';
import Mesh from './mesh.ts';
import Ruleset from './ruleset.ts';
import Schema from './schema.ts';

/** The commands by id. oclif finds them here; nothing is found by scanning folders. */
export const COMMANDS = {
  mesh: Mesh,
  ruleset: Ruleset,
  schema: Schema,
  'autocomplete:fish': AutocompleteFish,
};
