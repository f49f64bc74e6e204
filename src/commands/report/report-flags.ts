import {type MeshFlag, RUN_FLAGS} from '../mesh/mesh-flags.ts';
import {APIS_FLAGS} from '../routes/apis-flags.ts';

/** The page of a project goes to one file, too. */
const OUT_FLAG: readonly MeshFlag[] = RUN_FLAGS.filter(({key}) => key === 'out').map(
  ({key, char, type, group, example}) => ({
    key,
    ...(char ? {char} : {}),
    type,
    group,
    summary: 'Write to this file instead of standard output, atomically',
    example,
  }),
);

/** The flags of `apigen report`. */
export const REPORT_FLAGS: readonly MeshFlag[] = [...APIS_FLAGS, ...OUT_FLAG];
