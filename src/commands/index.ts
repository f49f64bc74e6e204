import Mesh from './mesh.ts';

/** The commands by id. oclif finds them here; nothing is found by scanning folders. */
export const COMMANDS = {mesh: Mesh};
