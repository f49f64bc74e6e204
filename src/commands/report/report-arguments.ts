import type {Problem} from '../../core/problem.ts';
import type {ReportRequest} from '../../io/page/run-report.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import type {Terminal} from '../../io/write/output.ts';
import {readArguments} from '../mesh/mesh-arguments.ts';
import type {MeshArguments} from '../mesh/mesh-flags.ts';
import {REPORT_FLAGS} from './report-flags.ts';

/** What a command line of `apigen report` asks for; `undefined`, after a report, when something is wrong with it. */
export function readReportArguments(
  given: MeshArguments,
  terminal: Terminal,
): Omit<ReportRequest, 'root'> | undefined {
  const {settings, run, problems: wrong} = readArguments(given, REPORT_FLAGS);
  const problems = [
    ...wrong,
    ...(run.config === undefined ? [] : notWithConfig(given)),
    ...(given.in === undefined && run.config === undefined ? [MISSING_INPUT] : []),
    ...(run.in && run.in.filter((source) => source === '-').length > 1 ? [REPEATED_INPUT] : []),
    ...(run.out === '' ? [MISSING_OUTPUT] : []),
  ];
  if (problems.length === 0) return {...run, settings, apis: []};
  terminal.error(report(problems, NOWHERE));
  return undefined;
}

function notWithConfig(given: MeshArguments): Problem[] {
  return REPORT_FLAGS.flatMap(({key, insteadWithConfig: hint}): Problem[] =>
    // The page of a project goes to one file, too.
    key in given && key !== 'out' && hint !== undefined
      ? [
          {
            code: 'input',
            severity: 'error',
            message: 'cannot be combined with a configuration file',
            hint,
            flag: key,
          },
        ]
      : [],
  );
}

const MISSING_INPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'the OpenAPI description is missing',
  hint: 'name it with `-i <file>`; `-i -` reads standard input, `--config redocly.yaml` takes the APIs of a project',
  flag: 'in',
};

const REPEATED_INPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'standard input can be read once only',
  hint: 'name a file for the others',
  flag: 'in',
};

const MISSING_OUTPUT: Problem = {
  code: 'input',
  severity: 'error',
  message: 'the output file has no name',
  hint: 'name it with `-o <file>`, or leave `-o` out to print the page',
  flag: 'out',
};
