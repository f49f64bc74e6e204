import {generateAll} from '../../io/run/generate/generate-all.ts';
import {FILE_FLAGS, flagsLike, MESH_FLAGS, type MeshFlag, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {canAsk, confirm} from '../confirm.ts';
import {processTerminal} from '../process-terminal.ts';
import {runApply} from './run-apply.ts';

const APPLY_FLAGS: readonly MeshFlag[] = [
  ...flagsLike(
    MESH_FLAGS.filter(({key}) => !FILE_FLAGS.includes(key)),
    {
      in: {
        summary:
          'OpenAPI description: a file, an http(s) URL, or - for standard input; several, or a glob pattern',
      },
      config: {summary: 'Apply the output of every API in this file'},
      'keep-going': {summary: 'Apply the descriptions without an error although others have one, and exit 1'},
      json: {
        excludes: [],
        summary: 'Print differences, results and problems as JSON; needs --yes or --dry-run',
      },
    },
  ),
  switchFlag('yes', 'output', 'Apply without a question', {char: 'y'}),
  switchFlag('prune', 'output', 'Delete what the description had and has no longer; the default', {
    isNegatable: true,
  }),
  switchFlag('dry-run', 'output', 'Let the API server check the objects, and change nothing'),
  switchFlag('force-conflicts', 'output', 'Take over fields that another tool or a person has set'),
];

export default class Apply extends checkedCommand(APPLY_FLAGS, {
  summary: 'Apply the output to the cluster, and delete what is no longer described',
  description: [
    "Shows the differences by route, as `diff --cluster` does, and asks. Objects are created and changed by kubectl with its current context, on the server; then those that the description had before are deleted, found by apigen's labels.",
  ],
  examples: ['openapi.yaml', "-i 'services/*/openapi.yaml' --yes", '--config redocly.yaml --dry-run'],
}) {
  override run(): Promise<void> {
    return this.withApis(async ({input, values}) => {
      const found = await generateAll({...input, comparedWith: 'cluster'}, processTerminal);
      const choices = {
        yes: values.yes === true,
        prune: values.prune !== false,
        dryRun: values['dry-run'] === true,
        forceConflicts: values['force-conflicts'] === true,
        confirm: canAsk() ? confirm : undefined,
      };
      return runApply(found, choices, processTerminal);
    });
  }
}
