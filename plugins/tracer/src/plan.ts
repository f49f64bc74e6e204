import type {Order} from './arguments.ts';
import type {Labelled} from './cluster.ts';
import type {Cluster} from './context.ts';
import type {LastLines} from './last-lines.ts';
import type {Part} from './overrides.ts';
import {actionOn, isThere, type Release} from './release.ts';
import {COLLECTOR} from './targets.ts';
import {text} from './texts.ts';

/** Everything that was found out before anything is changed. */
export interface Findings {
  readonly cluster: Cluster & Labelled;
  readonly namespaceExists: boolean;
  readonly release: Release;
  readonly chart: string;
  /** Name of the database's volume that is there already, also without a release; empty when there is none. */
  readonly volume: string;
  readonly lines: LastLines;
}

/** Who is installed and who sends where, a line for each part; `volume` is the database's that is there already, or empty. */
export function targetLines(
  {choices, targets, isByValues}: Order,
  namespace: string,
  volume: string,
): string[] {
  const {kind, endpoint} = choices;
  const {collectorExportsTo, sampleSendsTo, backend} = targets;
  const collector =
    collectorExportsTo === undefined
      ? text('collectorSkipped')
      : text('collectorInstalled', {at: COLLECTOR, target: collectorExportsTo});
  const target = sampleSendsTo ?? text('sampleTargetByValues');
  const sample = choices.skipSample ? text('sampleSkipped') : text('sampleInstalled', {target});
  const line = (part: Part, known: string) =>
    isByValues(part) ? text('planByValues', {part: part.padEnd(11)}) : known;
  return [
    line('Server', text('planServer', {kind, endpoint})),
    line('Database', volume === '' ? text('planDatabase') : text('planDatabaseThere', {volume})),
    line('Backend', text('planBackend', {says: text(backend.says, {endpoint, namespace})})),
    line('Collector', text('planCollector', {says: collector})),
    line('Sample app', text('planSample', {says: sample})),
  ];
}

/** The plan, as it is shown before the question and by `--dry-run`. */
export function planLines(
  order: Order,
  {cluster, namespaceExists, release, chart, volume}: Findings,
): string[] {
  const {context, server, namespace} = cluster;
  return [
    text('planTitle'),
    text('planContext', {context, server}),
    text(namespaceExists ? 'planNamespaceThere' : 'planNamespaceNew', {namespace}),
    text('planRelease', {action: actionOn(release)}),
    text('planChart', {chart}),
    ...targetLines(order, namespace, volume),
    ...(isThere(release) ? [text('planUpgrade')] : []),
  ];
}
