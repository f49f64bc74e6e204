import {hasErrors, type Problem, raiseWarnings} from '../../core/base/problem.ts';
import {counted} from '../../core/base/quote.ts';
import {toLinted} from '../../core/generate/lint.ts';
import {placeProblems} from '../../io/print/placed-routes.ts';
import {problemLines} from '../../io/print/problem-lines.ts';
import {mostSevere, printProblems} from '../../io/print/report.ts';
import {generateAll, printNote, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import type {Terminal} from '../../io/write/output.ts';
import {FORMATTERS, type LintFormat} from './formats.ts';

interface LintRequest extends Omit<RunRequest, 'format' | 'json' | 'strict'> {
  readonly format: LintFormat | undefined;
  readonly strict?: boolean | undefined;
  /** Whether errors alone are printed. */
  readonly isQuiet: boolean;
  readonly most: number | undefined;
  readonly version: string;
}

/** GitHub shows the most severe results of a run, and refuses 25,000. Source: GitHub, "SARIF results exceed limit". */
const LIMITS: {readonly [format in LintFormat]?: number} = {sarif: 5000};

/** Prints what the rules find. Returns the exit code: 0 no errors, 1 when a problem is an error, 2 for an unknown API. */
export async function runLint(
  {format = 'text', strict, isQuiet, most, version, ...request}: LintRequest,
  terminal: Terminal,
): Promise<number> {
  const found = await generateAll({...request, json: format !== 'text'}, terminal);
  if (!isQuiet) printNote(found, terminal);
  // Whoever types a setting, such as `--mesh istio`, means the description for it.
  const isTyped = Object.values(request.settings ?? {}).some((value) => value !== undefined);
  const outputs = found.outputs.map((one) => ({...one, isForMesh: one.isForMesh || isTyped}));
  const all = [...found.shared, ...outputs.flatMap(toLinted)];
  const problems = (strict ? raiseWarnings(all) : all).filter(
    ({severity}) => !isQuiet || severity === 'error',
  );
  if (format !== 'text') {
    const placed = placeProblems(problems, found);
    const sorted = (some: readonly Problem[]) => [
      ...problemLines(some, placed.positions, placed.nameOf).keys(),
    ];
    const shown = sorted(mostSevere(problems, most ?? LIMITS[format] ?? problems.length));
    const distinct = sorted(problems);
    terminal.out(FORMATTERS[format](shown, placed, {folder: terminal.folder, version, all: distinct}));
    if (shown.length < distinct.length) terminal.error(`and ${distinct.length - shown.length} more\n`);
  } else if (problems.length > 0) printProblems(terminal, problems, {...found, most});
  else if (!isQuiet) terminal.error(nothingFound({...found, outputs}));
  return hasErrors(problems) ? (found.status ?? 1) : 0;
}

function nothingFound({outputs, noun}: RunOutputs): string {
  const linted = outputs.filter(({skipped}) => skipped === undefined);
  const apart = linted.filter(({isForMesh}) => !isForMesh).length;
  const rest = apart === 0 ? '' : `; ${apart} without settings for a mesh, so its paths are not checked`;
  return `no problems in ${counted(linted.length, noun)}${rest}\n`;
}
