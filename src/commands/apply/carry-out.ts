import {groupBy} from '../../core/base/group-by.ts';
import {valueAt} from '../../core/base/json.ts';
import {outputError, type Problem} from '../../core/base/problem.ts';
import {isPolicy, saysWhoMayCall} from '../../core/generate/object-kinds.ts';
import {type WriteSteps, writeSteps} from '../../core/generate/write-steps.ts';
import {type Resource, resourceId, resourceName, resourceOf} from '../../core/kubernetes/resource.ts';
import {readWanted} from '../../io/cluster/api-server.ts';
import {clusterObjects, isOwn, readObjects} from '../../io/cluster/cluster-objects.ts';
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
  /** Whether objects that are left over are deleted. */
  readonly prune: boolean;
  /** Asks whether to go on; absent where nobody can be asked. */
  readonly confirm: ((message: string) => Promise<boolean>) | undefined;
}

/** An output, how it differs from the cluster, and what was done about it. */
export interface Outcome extends ComparedOutput {
  /** The objects that were applied or deleted. */
  readonly done: ReadonlySet<object>;
  readonly problems: readonly Problem[];
}

/**
 * Applies the objects that differ, first those that gain requests and then those that lose some, and deletes what is left over of the
 * outputs whose objects were all applied. After an interruption, running it again goes on where it stopped.
 */
export async function carryOut(
  intended: readonly Outcome[],
  choices: ApplyChoices,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const steps = writeSteps(intended.flatMap(changesOf));
  const notDone = await applySteps(steps, {...choices, signal});
  const outcomes = intended.map((outcome) => {
    const {changed, left} = outcome;
    const applied = changed.filter((object) => !notDone.has(object));
    const problems = [
      ...changed.flatMap((object) => problemOf('applied', resourceOf(object), notDone.get(object))),
      ...left.flatMap((object) => problemOf('deleted', object, notDone.get(object))),
    ];
    return {...outcome, problems, done: new Set<object>([...applied, ...(choices.dryRun ? left : [])])};
  });
  const deletions = steps.filter(({object, deleted}) => deleted && !notDone.has(object));
  const isOver = choices.dryRun || signal.aborted || deletions.length === 0;
  return isOver ? outcomes : deleteLeft(deletions, outcomes, signal);
}

function changesOf({output, find, changed, left}: Outcome) {
  const isProtected = output.objects.some(saysWhoMayCall);
  return [
    ...changed.map((after) => {
      const labels = output.own.find(({kind}) => kind === after.kind)?.labels ?? {};
      return {output, object: after, before: find(after)?.content, after, labels, isProtected};
    }),
    ...left.map((object) => ({output, object, before: object.content})),
  ];
}

type Step = WriteSteps & ReturnType<typeof changesOf>[number];

const KEPT = new ClusterFailed(
  'an object that is to take its requests was not applied',
  'see why, and run the same command again',
);

const NEEDED = new ClusterFailed('a route that it protects may be there', KEPT.hint);

const UNPROTECTED = new ClusterFailed('a policy for it was not applied', KEPT.hint);

/**
 * Applies policies, and then objects in two rounds. After a failure of a policy all others of its output stay; after one in the first round
 * those that lose its requests, or any in the same output.
 *
 * @returns the objects that were not applied or are to stay, and why; `undefined` where that is not reported
 */
async function applySteps(steps: readonly Step[], options: ChangeOptions) {
  const notDone = new Map<object, ClusterFailed | undefined>();
  const apply = async (round: 'policy' | 'first' | 'second') => {
    const written = new Map(
      steps.flatMap(({object, [round]: one}) =>
        one && !notDone.has(object) ? [[one, object] as const] : [],
      ),
    );
    // Of an object that was applied, kubectl prints no namespace.
    for (const group of groupBy([...written.keys()], ({metadata}) => metadata.namespace).values()) {
      const failed = await kubectlApply(group, options);
      for (const [object, why] of failed) notDone.set(written.get(object) ?? object, why);
    }
  };
  await apply('policy');
  const open = new Set(steps.flatMap(({object, output}) => (notDone.has(object) ? output : [])));
  for (const {object, output, policy} of steps)
    if (open.has(output) && policy === undefined)
      notDone.set(object, options.signal.aborted ? undefined : UNPROTECTED);
  await apply('first');
  const gaps = steps.filter(({object}) => notDone.has(object));
  for (const {output, object, second, lost} of steps) {
    const isKept = ({gained, ...gap}: Step) =>
      (second && gap.output === output) || gained.some((request) => lost.includes(request));
    if (!notDone.has(object) && gaps.some(isKept))
      notDone.set(object, options.signal.aborted ? undefined : KEPT);
  }
  await apply('second');
  return notDone;
}

/** Deletes objects after reading them again: a controller may have changed its status since, or a person all of it. */
async function deleteLeft(
  deletions: readonly Step[],
  outcomes: readonly Outcome[],
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const outputs = outcomes.map(({output}) => output);
  const now = await orFailed(readObjects(outputs).then((read) => clusterObjects(outputs, read)));
  const failed = outcomes.filter(({changed, done}) => !changed.every((object) => done.has(object)));
  const all: Outcome[] = [];
  for (const outcome of outcomes) {
    const done = new Set(outcome.done);
    const problems = [...outcome.problems];
    const leftNow = now instanceof ClusterFailed ? [] : now.left(outcome.output);
    for (const {object, deleted} of deletions.filter(({output}) => output === outcome.output)) {
      const shown = resourceOf(deleted);
      if (signal.aborted || failed.some(({output}) => isOwn(output, shown))) continue;
      const same = leftNow.find((one) => resourceId(one) === resourceId(shown));
      const isNeeded = isPolicy(shown.content) && problems.length > 0;
      const kept = now instanceof ClusterFailed ? now : isNeeded ? NEEDED : undefined;
      const why = kept ?? (await deleteIfUnchanged(shown, same, signal));
      if (why === undefined) done.add(object);
      else if (!signal.aborted) problems.push(...problemOf('deleted', shown, why));
    }
    all.push({...outcome, done, problems});
  }
  return all;
}

/** @param shown as it was compared; without a generation it was written since */
async function deleteIfUnchanged(
  shown: Resource,
  now: Resource | undefined,
  signal: AbortSignal,
): Promise<ClusterFailed | undefined> {
  if (now === undefined) return undefined;
  const [before, after] = [shown, now].map(({content}) => valueAt(content, '/metadata/generation'));
  if (before !== undefined && before !== after)
    return new ClusterFailed('it was changed meanwhile', 'run the same command again to see how');
  const why = await kubectlDelete(now, signal);
  if (why === undefined || signal.aborted || !/precondition/i.test(why.message)) return why;
  // Its controller has written its status since.
  const {apiVersion, kind, namespace, name} = now;
  const wanted = {apiVersion, kind, namespace, name};
  const again = await orFailed(readWanted(wanted, 'you are allowed to read these objects'));
  return again instanceof ClusterFailed ? again : deleteIfUnchanged(shown, again[0], signal);
}

function problemOf(what: 'applied' | 'deleted', object: Resource, why: ClusterFailed | undefined): Problem[] {
  return why ? [outputError(`${resourceName(object)} was not ${what}: ${why.message}`, why.hint)] : [];
}
