import type {Interfaces} from '@oclif/core';
import type {Problem} from '../../core/problem.ts';
import {runInit} from '../../io/init/init.ts';
import {canAsk, TERMINAL_QUESTIONS} from '../../io/init/questions.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {readArguments, toTexts} from '../mesh/mesh-arguments.ts';
import {processTerminal} from '../mesh/run-mesh.ts';
import {chosenFiles, INIT_FLAGS} from './init-flags.ts';

export default class Init extends CheckedCommand {
  protected override readonly table = INIT_FLAGS;

  static override readonly summary = 'Write settings into a description, and set up other tools';

  static override readonly description = [
    'Asks for what no flag gives, shows the difference, and writes it when you agree. Text is inserted: no comment, quote or blank line ' +
      'changes, and what is set already stays. Without a terminal, or with --yes, nothing is asked: defaults come from the description.',
    'Without -i it looks for descriptions in the working directory. --redocly and --spectral add what is missing to the files of these ' +
      'tools there, --pre-commit and --github-actions to those at the root of the Git repository.',
    'Exit codes: 0 success, or nothing to change; 1 something cannot be changed or is not known, or --yes is missing; 2 wrong usage; ' +
      '130 after Ctrl-C.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --service.name shop --yes',
    '<%= config.bin %> <%= command.id %> -i openapi.yaml --from-cluster --spectral --pre-commit',
  ];

  static override readonly flags: Interfaces.FlagInput = oclifFlags(INIT_FLAGS);

  override async run(): Promise<void> {
    const {flags} = await this.parse(Init);
    if (this.hasUnexpectedValues()) return;
    const {settings, values, problems: wrong} = readArguments(toTexts(flags), INIT_FLAGS);
    const source = typeof values.in === 'string' ? values.in : undefined;
    const problems = [...wrong, ...(isFile(source) ? [] : [NOT_A_FILE])];
    if (problems.length > 0) {
      processTerminal.error(report(problems, NOWHERE));
      process.exitCode = 2;
      return;
    }
    const request = {
      in: source,
      settings,
      files: chosenFiles(values),
      fromCluster: values['from-cluster'] === true,
      yes: values.yes === true,
      version: this.config.version,
    };
    process.exitCode = await runInit(request, processTerminal, canAsk() ? TERMINAL_QUESTIONS : undefined);
  }
}

function isFile(source: string | undefined): boolean {
  return source === undefined || !(source === '' || source === STANDARD_INPUT || isRemote(source));
}

const NOT_A_FILE: Problem = {
  code: 'input',
  severity: 'error',
  message: 'expected a file with an OpenAPI description',
  hint: 'name it with `-i <file>`',
  flag: 'in',
};
