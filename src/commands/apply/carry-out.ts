import {valueAt} from '../../core/base/json.ts';
import {outputError, type Problem} from '../../core/base/problem.ts';
import {type Resource, resourceId, resourceName, resourceOf} from '../../core/kubernetes/resource.ts';
import {clusterObjects, isOwn} from '../../io/cluster/cluster-objects.ts';
import type {ComparedOutput} from '../../io/cluster/differences.ts';
import {
  type ChangeOptions,
  ClusterFailed,
  kubectlApply,
  kubectlDelete,
  orFailed,
} from '../../io/cluster/kubectl.ts';

export interface ApplyChoices extends Omit<ChangeOptions, 'signal'> {
  /** Nothing is asked. */
  readonly yes: boolean;
  /** What is left over is deleted. */
  readonly prune: boolean;
  /** Asks whether to go on; absent where nobody can be asked. */
  readonly confirm: ((message: string) => Promise<boolean>) | undefined;
}

/** An output, how it differs from the cluster, and what was done about it. */
export interface Outcome extends ComparedOutput {
  /** What was applied or deleted. */
  readonly done: ReadonlySet<object>;
  readonly problems: readonly Problem[];
}

/**
 * Applies the objects that differ, and then deletes what is left over of the outputs whose objects were all applied. After an interruption,
 * running it again goes on where it stopped.
 */
export async function carryOut(
  intended: readonly Outcome[],
  choices: ApplyChoices,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const outcome of intended) {
    const failed = await kubectlApply(outcome.changed, {...choices, signal});
    const applied = outcome.changed.filter((object) => !failed.has(object));
    const problems = [...failed].flatMap(([object, why]) => notDone('applied', resourceOf(object), why));
    outcomes.push({
      ...outcome,
      problems,
      done: new Set([...applied, ...(choices.dryRun ? outcome.left : [])]),
    });
  }
  const isPruned = !choices.dryRun && outcomes.some(({left}) => left.length > 0);
  return isPruned && !signal.aborted ? deleteLeft(outcomes, signal) : outcomes;
}

/** What is left over is read again: a controller may have changed its status since, or a person all of it. */
async function deleteLeft(outcomes: readonly Outcome[], signal: AbortSignal): Promise<readonly Outcome[]> {
  const now = await orFailed(clusterObjects(outcomes.map(({output}) => output)));
  const failed = outcomes.filter(({changed, done}) => !changed.every((object) => done.has(object)));
  const all: Outcome[] = [];
  for (const outcome of outcomes) {
    const done = new Set(outcome.done);
    const problems = [...outcome.problems];
    const found = now instanceof ClusterFailed ? [] : now.left(outcome.output);
    for (const object of outcome.left) {
      if (signal.aborted || failed.some(({output}) => isOwn(output, object))) continue;
      const same = found.find((one) => resourceId(one) === resourceId(object));
      const why = now instanceof ClusterFailed ? now : await deleteIfUnchanged(object, same, signal);
      if (why === undefined) done.add(object);
      else if (!signal.aborted) problems.push(...notDone('deleted', object, why));
    }
    all.push({...outcome, done, problems});
  }
  return all;
}

async function deleteIfUnchanged(
  shown: Resource,
  now: Resource | undefined,
  signal: AbortSignal,
): Promise<ClusterFailed | undefined> {
  if (now === undefined) return undefined;
  const [before, after] = [shown, now].map(({content}) => valueAt(content, '/metadata/generation'));
  if (before === after) return kubectlDelete(now, signal);
  return new ClusterFailed('it was changed meanwhile', 'run the same command again to see how');
}

function notDone(what: 'applied' | 'deleted', object: Resource, why: ClusterFailed | undefined): Problem[] {
  return why ? [outputError(`${resourceName(object)} was not ${what}: ${why.message}`, why.hint)] : [];
}
