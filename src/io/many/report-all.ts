import type {Problem} from '../../core/problem.ts';
import {type Places, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import type {GeneratedDescriptions} from './generate-descriptions.ts';

/** Prints the problems of several descriptions. */
export function reportAll(
  problems: readonly Problem[],
  generated: Pick<GeneratedDescriptions, 'run' | 'noun' | keyof Places>,
  terminal: Terminal,
): void {
  if (problems.length > 0) terminal.error(report(withOneTimeout(problems, generated), generated));
}

/** The descriptions whose remote documents could not be read any more are counted at the first of them. */
function withOneTimeout(
  problems: readonly Problem[],
  {run, noun}: Pick<GeneratedDescriptions, 'run' | 'noun'>,
): readonly Problem[] {
  const {timeout} = run.remoteTime;
  const [first, ...others] = problems.filter(({message}) => message === timeout?.message);
  if (first === undefined || others.length === 0) return problems;
  const counted = {...first, message: `${first.message} (${others.length + 1} ${noun}s)`};
  return [counted, ...problems.filter(({message}) => message !== first.message)];
}
