import {valueAt} from '../../core/base/json.ts';
import type {Problem} from '../../core/base/problem.ts';
import {counted} from '../../core/base/quote.ts';
import {objectKind} from '../../core/generate/object-kinds.ts';
import {routeTexts} from '../../core/generate/route-changes.ts';
import {MANAGER, serviceOfOwn} from '../../core/kubernetes/own-objects.ts';
import {type ResourceNames, resourceOf} from '../../core/kubernetes/resource.ts';
import {differenceJson} from '../../io/cluster/differences.ts';
import {jsonReport} from '../../io/print/json-report.ts';
import {problemJson} from '../../io/print/placed-routes.ts';
import {type Places, placeProblems, problemLines} from '../../io/print/problems.ts';
import {type TableOutput, tableOfFirst} from '../../io/print/text-table.ts';
import type {Outcome} from './carry-out.ts';

export interface ApplyResult {
  /** The exit code. */
  readonly status: number;
  /** kubectl's context; empty in a pod. */
  readonly context: string;
  readonly outcomes: readonly Outcome[];
  /** Whether all was done that was to be done. */
  readonly isCarriedOut?: boolean;
  /** All problems but those of the outcomes. */
  readonly problems: readonly Problem[];
}

/** A row for each output that differed from the cluster or failed, and how many did not. */
export function resultTable(outcomes: readonly Outcome[], isDryRun: boolean, output: TableOutput): string {
  const columns = [
    {title: 'SERVICE'},
    {title: 'ROUTES', align: 'right'},
    {title: 'CHANGED', align: 'right'},
    {title: 'RESULT'},
  ] as const;
  const rows = outcomes.flatMap((outcome) => {
    const {output: one, differences} = outcome;
    const result = resultOf(outcome, isDryRun);
    const counts = one.text === undefined ? ['', ''] : [routeTexts(one.objects).size, differences.length];
    return result === UNCHANGED ? [] : [{cells: [serviceName(outcome), ...counts.map(String), result]}];
  });
  const same = outcomes.length - rows.length;
  return tableOfFirst(columns, rows, output) + (same > 0 ? `${counted(same, 'Service')} unchanged\n` : '');
}

const UNCHANGED = 'unchanged';

function serviceName({output: {objects, service, source, servedBy}, left}: Outcome): string {
  if (servedBy) return source;
  const [named] = [
    ...objects.map((object) => objectKind(object)?.serviceOf(object)),
    ...left.map(serviceOfOwn),
  ].flatMap((one) => one ?? []);
  return named ? `${named.namespace}/${named.name}` : service || source;
}

/** True when all that differs was applied and deleted. */
export function isDone({output, changed, left, done, problems}: Outcome): boolean {
  const isWithout = output.text === undefined || problems.length > 0;
  return !isWithout && [...changed, ...left].every((object) => done.has(object));
}

function resultOf(outcome: Outcome, isDryRun: boolean): string {
  const {changed, left, done} = outcome;
  const count = (objects: readonly object[], word: string) => {
    const {length} = objects.filter((object) => done.has(object));
    const some = length < objects.length ? `${length} of ` : '';
    return objects.length === 0 ? [] : [`${some}${objects.length} ${isDryRun ? 'would be ' : ''}${word}`];
  };
  const counts = [...count(changed, 'applied'), ...count(left, 'deleted')].join(', ');
  if (isDone(outcome)) return counts || UNCHANGED;
  return ['failed', counts].filter(Boolean).join(': ');
}

/** The same as JSON, with the differences, each object, and all problems; with `dryRun` nothing was changed. */
export function resultJson(
  {context, outcomes, problems}: ApplyResult,
  isDryRun: boolean,
  places: Places,
): string {
  const all = [...problems, ...outcomes.flatMap((outcome) => outcome.problems)];
  const placed = placeProblems(all, places);
  const toJson = (problem: Problem) => problemJson(problem, placed);
  const descriptions = outcomes.map((outcome) => {
    const {output, changed, left, done} = outcome;
    const applied = output.objects.map((object) => {
      const result = done.has(object) ? 'applied' : changed.includes(object) ? NOT_APPLIED : UNCHANGED;
      return objectJson(resourceOf(object), result);
    });
    const deleted = left.map((object) => objectJson(object, done.has(object) ? 'deleted' : 'left'));
    return {
      description: output.source,
      service: serviceName(outcome),
      result: resultWord(outcome),
      objects: [...applied, ...deleted],
      problems: outcome.problems.map(toJson),
    };
  });
  const changes = outcomes.flatMap(({differences}) => differences.map(differenceJson));
  const content = {context, ...(isDryRun && {dryRun: true}), changes, descriptions};
  return jsonReport(content, {problems, placed, all});
}

function resultWord(outcome: Outcome): string {
  const isTouched = outcome.done.size + outcome.problems.length > 0;
  const done = outcome.output.objects.length > 0 ? 'applied' : 'deleted';
  if (isDone(outcome)) return isTouched ? done : UNCHANGED;
  return outcome.output.text !== undefined && !isTouched ? NOT_APPLIED : 'failed';
}

function objectJson({kind, name, namespace}: ResourceNames, result: string): object {
  return {kind, name, namespace, result};
}

const NOT_APPLIED = 'notApplied';

/** Source: Kubernetes, `NoteLengthLimit` of Events. */
const MAX_MESSAGE = 1024;

/** The results of Services that serve their descriptions, as Events that `kubectl describe service` shows: the last of each reason, for an hour. */
export function eventsOf(outcomes: readonly Outcome[], {nameOf}: Pick<Places, 'nameOf'>): object[] {
  return outcomes.flatMap((outcome) => {
    const {servedBy: service, problems, objects} = outcome.output;
    const result = resultOf(outcome, false);
    if (service === undefined || result === UNCHANGED) return [];
    const [failure] = [...problems, ...outcome.problems].filter(({severity}) => severity === 'error');
    const failed = failure?.code === 'output' ? 'RoutesNotApplied' : 'DescriptionInvalid';
    const [reason = '', type] = failure ? [failed, 'Warning'] : ['RoutesApplied', 'Normal'];
    const [line] = failure ? problemLines([failure], {positions: new Map(), nameOf}).values() : [];
    const message =
      line?.split('\n', 1)[0] ?? `${counted(routeTexts(objects).size, 'route')}; objects: ${result}`;
    const {apiVersion, kind, namespace, name, content} = service;
    const uid = valueAt(content, '/metadata/uid');
    const time = new Date().toISOString().replace(/\.\d+/, '');
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {name: `${name}.${reason.toLowerCase()}`, namespace},
      involvedObject: {apiVersion, kind, namespace, name, uid},
      type,
      reason,
      message: message.slice(0, MAX_MESSAGE),
      source: {component: MANAGER},
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
    };
  });
}
