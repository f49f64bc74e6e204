import type {EffectiveSettings} from '../openapi/effective-settings.ts';
import type {Problem} from '../problem.ts';

/** True where neither `mesh` nor `target` says what reads the output. */
export function isUndecided({get}: EffectiveSettings): boolean {
  return get('mesh') === undefined && get('target') === undefined;
}

/** A note for the people who read the messages of a run: for whom the output is may be a surprise. */
export const UNDECIDED_MESH: Problem = {
  code: 'input',
  severity: 'note',
  message: '`mesh` is not set: the output is for a mesh that reads `mesh.io`',
  hint: 'set `mesh`, or `target: service-profile` if this is meant; `apigen init` asks',
};
