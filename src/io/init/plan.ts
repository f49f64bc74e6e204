import type {Problem} from '../../core/problem.ts';
import type {Places} from '../report/report.ts';

/** A file before and after. */
export interface FileChange {
  readonly file: string;
  /** `undefined` when there is no file yet. */
  readonly before: string | undefined;
  readonly text: string;
  /** The command that is left to run after the file was written. */
  readonly next?: string;
}

/** A file cannot be changed as asked, or something that is needed is not known. */
export class Refused extends Error {
  readonly problems: readonly Problem[];
  readonly texts: Places['texts'];

  constructor(problems: readonly Problem[], texts: Places['texts'] = new Map()) {
    super(problems[0]?.message);
    this.name = 'Refused';
    this.problems = problems;
    this.texts = texts;
  }
}

/** Refuses with a problem that has no place in a document. */
export function refused(message: string, hint: string): Refused {
  return new Refused([{code: 'input', severity: 'error', message, hint}]);
}
