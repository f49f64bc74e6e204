import {valueAt} from '../../core/base/json.ts';
import {counted} from '../../core/base/quote.ts';
import {policiesOf} from '../../core/generate/route-changes.ts';
import {OWN} from '../../core/kubernetes/own-objects.ts';
import {problemLines} from '../../io/print/problem-lines.ts';
import type {Places} from '../../io/print/problems.ts';
import {resultOf, UNCHANGED} from './apply-result.ts';
import type {Outcome} from './carry-out.ts';

/** Source: Kubernetes, `NoteLengthLimit` of Events. */
const MAX_MESSAGE = 1024;

/** What a run did with what Services serve, as Events that `kubectl describe service` shows: the last of each reason, for an hour. */
export function eventsOf(outcomes: readonly Outcome[], {nameOf}: Pick<Places, 'nameOf'>): object[] {
  return outcomes.flatMap((outcome) => {
    const {servedBy: service, problems, objects} = outcome.output;
    const result = resultOf(outcome, false);
    if (service === undefined || result === UNCHANGED) return [];
    const [failure] = [...problems, ...outcome.problems].filter(({severity}) => severity === 'error');
    const [reason, type] = !failure ? APPLIED : failure.code === 'output' ? NOT_APPLIED : DESCRIPTION_INVALID;
    const [line] = failure ? problemLines([failure], {positions: new Map(), nameOf}).values() : [];
    const message =
      line?.split('\n', 1)[0] ?? `${counted(policiesOf(objects).size, 'route')}; objects: ${result}`;
    const {apiVersion, kind, namespace, name, content} = service;
    const uid = valueAt(content, '/metadata/uid');
    const time = new Date().toISOString().replace(/\.\d+/, '');
    return {
      ...{apiVersion: 'v1', kind: 'Event'},
      metadata: {name: `${name}.${reason.toLowerCase()}`, namespace},
      involvedObject: {apiVersion, kind, namespace, name, uid},
      ...{type, reason, message: message.slice(0, MAX_MESSAGE), source: {component: OWN}},
      ...{firstTimestamp: time, lastTimestamp: time, count: 1},
    };
  });
}

const APPLIED = ['RoutesApplied', 'Normal'] as const;
const NOT_APPLIED = ['RoutesNotApplied', 'Warning'] as const;
const DESCRIPTION_INVALID = ['DescriptionInvalid', 'Warning'] as const;
