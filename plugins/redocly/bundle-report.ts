import path from 'node:path';
import type {UserContext} from '@redocly/openapi-core';
import type {Problem} from '../../src/core/problem.ts';
import {problemLines} from '../../src/io/problem-lines.ts';
import {quickPositions} from '../../src/io/quick-json.ts';
import type {RedoclyDescription} from './description.ts';
import {late} from './late.ts';
import {toReport} from './report.ts';

type Sources = RedoclyDescription['sources'];

/** Texts of more characters are large. */
const LARGE = 1_000_000;

/** The warnings that are told apart, with their lines where those are easily found: only now is the content as it was read. */
export function withPositions(
  problems: readonly Problem[],
  root: unknown,
  {uri, sources}: RedoclyDescription,
): Problem[] {
  const apart = problems.filter((problem) => isToldApart(problem, sources) && problem.location?.uri === uri);
  const locations = apart.flatMap(({location}) => location ?? []);
  if (locations.length === 0) return [...problems];
  const found = quickPositions(sources.get(uri)?.body ?? '', root, locations);
  const positions = new Map(locations.map((location, index) => [location, found[index]]));
  return problems.map((problem) => {
    const position = problem.location && positions.get(problem.location);
    return position ? {...problem, location: {...problem.location, position}} : problem;
  });
}

/**
 * Reports problems. To show a place, Redocly parses the whole file a second time, which takes longer than bundling it when it is
 * large; warnings there are told in lines of their own instead, as `apigen mesh` does.
 */
export function tell(
  problems: readonly Problem[],
  sources: Sources,
  {severity}: Readonly<Record<string, unknown>>,
  ctx: UserContext,
): void {
  const errors = severity === 'warn' ? 'warn' : 'error';
  const apart = problems.filter((problem) => isToldApart(problem, sources));
  for (const problem of problems.filter((candidate) => !apart.includes(candidate))) {
    ctx.report({
      ...toReport(problem, sources),
      forceSeverity: problem.severity === 'warning' ? 'warn' : errors,
    });
  }
  if (apart.length > 0) process.stderr.write(linesOf(apart, sources));
}

function isToldApart({severity, location}: Problem, sources: Sources): boolean {
  return severity === 'warning' && (sources.get(location?.uri ?? '')?.body.length ?? 0) > LARGE;
}

function linesOf(problems: readonly Problem[], sources: Sources): string {
  const nameOf = (uri: string) => path.relative('', sources.get(uri)?.absoluteRef ?? uri);
  return problems.every(({location}) => location?.position)
    ? problemLines(problems, new Map(), nameOf)
    : late().reportIn(problems, sources, nameOf);
}
