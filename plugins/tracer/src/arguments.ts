import {address} from './addresses.ts';
import type {ChartSource} from './chart.ts';
import {CHECKS, passes} from './checks.ts';
import {BACKEND_KINDS, defaultOf, optionsOf, type Place} from './options.ts';
import {isByValues, type Part} from './overrides.ts';
import {type Choices, type Targets, targetsOf} from './targets.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** Values of options as they were given; an option that was not given is missing. */
export type Given = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

function textOf(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
}

/** One line for each value that does not look as it has to. */
export function badValues(place: Place, given: Given): string[] {
  return optionsOf(place).flatMap(({name, check}) => {
    if (!check) return [];
    const value = given[name];
    const values = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
    return values
      .filter((one) => !passes(check, one))
      .map((one) => text('badValue', {option: name, value: one, expected: CHECKS[check].expected}));
  });
}

/** Throws a `TracerError` with exit code 2 when there is something to complain about. */
export function refuse(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new TracerError([...complaints, text('moreHelp')].join('\n'), 2);
}

function listOf(given: Given, name: string): readonly string[] {
  const value = given[name];
  return Array.isArray(value) ? value : [];
}

/** What `--set` gives a key of the chart's values, for the plan to show; empty when it does not. Pairs stand apart by commas. */
function setTo(given: Given, key: string): string {
  const pairs = listOf(given, 'set').flatMap((set) => set.split(/(?<!\\),/));
  const found = pairs.findLast((pair) => pair.startsWith(`${key}=`));
  return found?.slice(key.length + 1) ?? '';
}

/** Whether values of a person may say where the sample application sends to, so that only the chart can judge it. */
function sampleByValues(given: Given): boolean {
  const decides = /(^|,)((sampleApp|collector|backend)\.enabled|sampleApp\.otlpEndpoint)=/;
  return listOf(given, 'values').length > 0 || listOf(given, 'set').some((set) => decides.test(set));
}

function choicesOf(given: Given): Choices {
  const kind = BACKEND_KINDS.find((candidate) => candidate === given['trace-backend']) ?? 'kindA';
  return {
    kind,
    endpoint:
      textOf(given, 'trace-backend-endpoint') ??
      (kind === 'kindA' ? defaultOf('trace-backend-endpoint') : ''),
    skipCollector: given['skip-collector'] === true,
    skipSample: given['skip-pma'] === true,
    skipBackend: given['skip-backend'] === true,
    exportEndpoint: setTo(given, 'collector.export.endpoint'),
    sampleEndpoint: setTo(given, 'sampleApp.otlpEndpoint'),
  };
}

function chartSourceOf(given: Given): ChartSource {
  const version = textOf(given, 'chart-version');
  const path = textOf(given, 'chart');
  if (path !== undefined) return {from: 'path', path, version};
  const url = textOf(given, 'chart-repo');
  // A version can only be chosen where there are several.
  if (url === undefined && version === undefined) return {from: 'package'};
  return {from: 'repository', url: url ?? address('TRACER_CHART_REPO_URL'), version};
}

/** What `install` was asked to do, judged without looking at any tool or cluster. */
export interface Order {
  readonly choices: Choices;
  readonly targets: Targets;
  readonly chart: ChartSource;
  /** Whether only the chart knows what becomes of a part. */
  readonly isByValues: (part: Part) => boolean;
}

/** Judges the options of `install`; throws a `TracerError` with exit code 2 that lists everything that is wrong with them. */
export function judgeInstall(given: Given): Order {
  const complaints = badValues('install', given);
  const own = {sets: listOf(given, 'set'), files: listOf(given, 'values')};
  const choices = choicesOf(given);
  const targets = targetsOf(choices);
  if (choices.kind === 'kindB' && choices.endpoint === '') complaints.push(text('kindBWithoutEndpoint'));
  if (!choices.skipSample && targets.sampleSendsTo === undefined && !sampleByValues(given))
    complaints.push(text('sampleWithoutTarget'));
  if (given.chart !== undefined && given['chart-repo'] !== undefined) complaints.push(text('chartTwice'));
  refuse(complaints);
  return {choices, targets, chart: chartSourceOf(given), isByValues: (part) => isByValues(own, part)};
}
