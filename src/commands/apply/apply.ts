import {inputError} from '../../core/problem.ts';
import {generateAll} from '../../io/run/generate-all.ts';
import {isSeveral} from '../../io/run/inputs.ts';
import {retyped} from '../arguments/arguments.ts';
import {FILE_FLAGS, MESH_FLAGS, type MeshFlag, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
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
  switchFlag('yes', 'output', 'Apply without a question', {char: 'y'}),
  switchFlag('prune', 'output', 'Delete what the description had and has no longer; the default', {
    isNegatable: true,
  }),
  switchFlag('dry-run', 'output', 'Let the API server check the objects, and change nothing'),
  switchFlag('force-conflicts', 'output', 'Take over fields that another tool or a person has set'),
  switchFlag('print-command', 'output', 'Print the commands that do the same without `apigen apply`', {
    excludes: ['config', 'from-services', 'json'],
  }),
];

const OWN_KEYS = OWN_FLAGS.map(({key}) => key);

const APPLY_FLAGS: readonly MeshFlag[] = [
  ...MESH_FLAGS.filter(({key}) => !FILE_FLAGS.includes(key)).map((flag) => ({...flag, ...OTHER[flag.key]})),
  ...OWN_FLAGS,
];

export default class Apply extends checkedCommand(APPLY_FLAGS) {
  static override readonly summary =
    'Apply the output to the cluster, and delete what is no longer described';

  static override readonly description = [
    "Shows the differences by route, as `diff --cluster` does, and asks. Objects are created and changed by kubectl with its current context, on the server; then those that the description had before are deleted, found by apigen's labels.",
  ].join('\n\n');

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> openapi.yaml',
    "<%= config.bin %> <%= command.id %> -i 'services/*/openapi.yaml' --yes",
    '<%= config.bin %> <%= command.id %> --config redocly.yaml --dry-run',
  ];

  override run(): Promise<void> {
    const {line} = this;
    return this.withApis(
      async ({input, values}) => {
        const found = await generateAll({...input, comparedWith: 'cluster'}, processTerminal);
        if (values['print-command'])
          return printCommand(
            found,
            retyped('mesh', line, OWN_KEYS),
            values.prune !== false,
            processTerminal,
          );
        const choices = {
          yes: values.yes === true,
          prune: values.prune !== false,
          dryRun: values['dry-run'] === true,
          forceConflicts: values['force-conflicts'] === true,
          confirm: canAsk() ? confirm : undefined,
        };
        return runApply(found, choices, processTerminal);
      },
      (run) => ('print-command' in line.given && !run.merge && isSeveral(run) ? [SEVERAL] : []),
    );
  }
}

const SEVERAL = inputError(
  'several descriptions',
  'name one, or add `--merge` if they describe one Service',
  {
    flag: 'print-command',
  },
);
