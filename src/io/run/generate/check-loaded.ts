import {hasErrors} from '../../../core/base/problem.ts';
import {type Checked, check} from '../../../core/generate/check.ts';
import {describedIn} from '../../../core/generate/described.ts';
import type {Loaded} from '../load/load-description.ts';

/** What the rules find in a description, or in those that are merged. */
export async function checkLoaded({parts, isMerged, problems, run, configured}: Loaded): Promise<Checked> {
  const [first] = parts;
  const {options = run, located} = configured ?? {};
  if (first === undefined || hasErrors(problems))
    return {problems, isForMesh: true, written: (found) => found};
  if (isMerged) {
    const {checkMerged} = await import('../../../core/generate/generate-merged.ts');
    return checkMerged(parts, options);
  }
  const checked = check(describedIn(first.document, first), options);
  return located ? {...checked, problems: checked.problems.map(located)} : checked;
}
