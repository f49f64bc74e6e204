import path from 'node:path';
import {type FlagValues, generate, type Problem, render} from '../../src/index.ts';
import {readDescription, UnreadableDescription} from '../../src/io/index.ts';
import type {Route} from './independent-routes.ts';

interface ProfileRoute {
  readonly condition: {readonly method: string; readonly pathRegex: string};
  readonly name: string;
  readonly timeout?: string;
}

/** What apigen makes of a description. */
export interface Outcome {
  readonly file: string;
  /** Absent when the description is refused. */
  readonly routes?: readonly Route[];
  readonly problems: readonly Problem[];
}

/** Reads the descriptions one after another and generates their profiles, with `settings` as flags. */
export async function outcomesOf(files: readonly string[], settings: FlagValues): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const file of files) outcomes.push({file, ...(await generateFrom(file, settings))});
  return outcomes;
}

async function generateFrom(
  file: string,
  settings: FlagValues,
): Promise<Pick<Outcome, 'routes' | 'problems'>> {
  try {
    const description = await readDescription(file);
    const {objects, problems} = generate(description.document, {...description, settings});
    if (objects.length === 0) return {problems};
    const profile: {spec: {routes: readonly ProfileRoute[]}} = JSON.parse(render(objects, 'json'));
    const routes = profile.spec.routes.map(
      ({condition: {method, pathRegex}, name, timeout}): Route => [method, pathRegex, name, timeout ?? null],
    );
    return {routes, problems};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {problems: error.problems};
  }
}

/**
 * The outcomes as text: totals, then how many problems of each code a description has. Many descriptions have a note, so only
 * their total is listed.
 */
export function outcomesTable(outcomes: readonly Outcome[], folder: string): string {
  const profiles = outcomes.flatMap(({routes}) => (routes ? [routes] : []));
  const kinds = [...countProblems(outcomes)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = [
    `${outcomes.length} descriptions`,
    `${profiles.length} profiles with ${sum(profiles.map(({length}) => length))} routes`,
    ...kinds.map(([kind, files]) => `${kind}: ${sum([...files.values()])} in ${files.size} descriptions`),
    ...kinds
      .filter(([kind]) => !kind.startsWith('note'))
      .flatMap(([kind, files]) => [
        '',
        kind,
        ...[...files].map(([file, count]) => `  ${path.relative(folder, file)} ${count}`),
      ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The number of problems by severity and code, then by file. */
function countProblems(outcomes: readonly Outcome[]): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const {file, problems} of outcomes) {
    for (const {severity, code} of problems) {
      const kind = `${severity} ${code}`;
      const files = counts.get(kind) ?? new Map<string, number>();
      counts.set(kind, files.set(file, (files.get(file) ?? 0) + 1));
    }
  }
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
