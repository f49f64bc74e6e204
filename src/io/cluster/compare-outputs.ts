import {hasErrors, outputError, type Problem} from '../../core/base/problem.ts';
import {SEPARATE} from '../run/deliver/output-files.ts';
import {type RunOutputs, repeatedObjects} from '../run/generate/generate-all.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {clusterObjects, withReadableKinds} from './cluster-objects.ts';
import {type Compared, compare} from './differences.ts';
import {foreignPrefixes} from './foreign-prefixes.ts';
import {ClusterFailed, orFailed} from './kubectl.ts';

export interface ComparedOutput extends Compared {
  readonly output: Output;
}

interface ComparedOutputs {
  readonly problems: readonly Problem[];
  /** What may be left over too, and what could not be read. */
  readonly notes: readonly Problem[];
  /** Absent where a problem stops the run, such as a cluster that cannot be read. */
  readonly compared?: readonly ComparedOutput[];
}

/** Compares the outputs of a run with the cluster; without `prune`, what only the cluster has does not count. */
export async function compareOutputs(found: RunOutputs, prune = true): Promise<ComparedOutputs> {
  const {keepGoing = false} = found.run;
  const generated = found.outputs.filter(({skipped}) => skipped === undefined);
  const outputs = keepGoing ? await withReadableKinds(generated) : generated;
  const shared = [...found.shared, ...repeatedObjects(outputs, SEPARATE)];
  const problems = [...shared, ...outputs.flatMap((output) => output.problems)];
  if (hasErrors(keepGoing ? shared : problems)) return {problems, notes: []};
  const cluster = await orFailed(clusterObjects(outputs));
  if (cluster instanceof ClusterFailed)
    return {problems: [...problems, outputError(cluster.message, cluster.hint)], notes: []};
  const {find, left, notes} = cluster;
  const held = {find, left: prune ? left : () => []};
  const compared = outputs.map((output) => ({output, ...compare(output, held, found)}));
  return {problems: [...problems, ...(await foreignPrefixes(outputs))], notes, compared};
}
