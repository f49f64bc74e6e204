import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The root of the repository. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The command that is measured: apigen on this Node, or the executable that APIGEN_BIN names. */
export const apigen = process.env.APIGEN_BIN
  ? [process.env.APIGEN_BIN]
  : [process.execPath, path.join(root, 'bin', 'run.cjs')];
