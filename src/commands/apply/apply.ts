import type {Interfaces} from '@oclif/core';
import {inputError} from '../../core/problem.ts';
import {boolean} from '../../core/settings/types/index.ts';
import {generateAll} from '../../io/run/generate-all.ts';
import {isSeveral} from '../../io/run/inputs.ts';
import {readApisArguments} from '../arguments/apis-arguments.ts';
import {retyped} from '../arguments/arguments.ts';
import {FILE_FLAGS, MESH_FLAGS, type MeshFlag} from '../arguments/flags.ts';
import {CheckedCommand, oclifFlags} from '../checked-command.ts';
import {canAsk, confirm} from '../confirm.ts';
import {processTerminal} from '../process-terminal.ts';
import {printCommand} from './print-command.ts';
import {runApply} from './run-apply.ts';

const OTHER: Readonly<Record<string, Partial<MeshFlag>>> = {
  in: {
    summary:
      'OpenAPI description: a file, an http(s) URL, or - for standard input; several, or a glob pattern',
  },
  config: {summary: 'Apply the output of every API in this file'},
  'keep-going': {summary: 'Apply the descriptions without an error although others have one, and exit 1'},
  json: {excludes: [], summary: 'Print differences, results and problems as JSON; needs --yes or --dry-run'},
};

const OWN_FLAGS: readonly MeshFlag[] = [
  {...onOff('yes', 'Apply without a question'), char: 'y'},
  {...onOff('prune', 'Delete what the description had and has no longer; the default'), isNegatable: true},
  onOff('dry-run', 'Let the API server check the objects, and change nothing'),
  onOff('force-conflicts', 'Take over fields that another tool or a person has set'),
  {
    ...onOff('print-command', 'Print the commands that do the same without `apigen apply`'),
    excludes: ['config', 'from-services', 'json'],
  },
];

const APPLY_FLAGS: readonly MeshFlag[] = [
  ...MESH_FLAGS.filter(({key}) => !FILE_FLAGS.includes(key)).map((flag) => ({...flag, ...OTHER[flag.key]})),
  ...OWN_FLAGS,
];

function onOff(key: string, summary: string): MeshFlag {
  return {key, type: boolean, group: 'output', summary, example: true};
}

export default class Apply extends CheckedCommand {
  protected override readonly table = APPLY_FLAGS;

  static override readonly summary =
    'Apply the output to the cluster, and delete what is no longer described';

  static override readonly description = [
    "Shows the differences by route, as `diff --cluster` does, and asks. Objects are created and changed by kubectl with its current context, on the server; then those that the description had before are deleted, found by apigen's labels.",
    'Exit codes: 0 success, or nothing to change; 1 a problem in a description, something that could not be applied or deleted, or the answer was no; 2 wrong usage, or --yes is missing; 130 after Ctrl-C.',
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> openapi.yaml',
    "<%= config.bin %> <%= command.id %> -i 'services/*/openapi.yaml' --yes",
    '<%= config.bin %> <%= command.id %> --config redocly.yaml --dry-run',
  ];

  static override readonly flags: Interfaces.FlagInput = oclifFlags(APPLY_FLAGS);

  override async run(): Promise<void> {
    const {line} = this;
    const read = await readApisArguments(line, this.typed, processTerminal, (run) =>
      'print-command' in line.given && !run.merge && isSeveral(run) ? [SEVERAL] : [],
    );
    if (read === undefined) {
      process.exitCode = 2;
      return;
    }
    const {input, values} = read;
    const found = await generateAll({...input, comparedWith: 'cluster'}, processTerminal);
    if (values['print-command']) {
      process.exitCode = printCommand(
        found,
        retyped(
          'mesh',
          line,
          OWN_FLAGS.map(({key}) => key),
        ),
        processTerminal,
      );
      return;
    }
    const choices = {
      yes: values.yes === true,
      prune: values.prune !== false,
      dryRun: values['dry-run'] === true,
      forceConflicts: values['force-conflicts'] === true,
    };
    process.exitCode = await runApply(found, choices, processTerminal, canAsk() ? confirm : undefined);
  }
}

const SEVERAL = inputError(
  'several descriptions',
  'name one, or add `--merge` if they describe one Service',
  {
    flag: 'print-command',
  },
);
