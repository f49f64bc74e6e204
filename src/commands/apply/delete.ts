import {flagsLike} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {APPLY_FLAGS, changeCluster} from './run-apply.ts';

const DELETE_FLAGS = flagsLike(
  APPLY_FLAGS.filter(({key}) => !['prune', 'force-conflicts'].includes(key)),
  {
    config: {summary: 'Delete the output of every API in this file'},
    'keep-going': {
      summary: 'Delete for the descriptions without an error although others have one, and exit 1',
    },
    yes: {summary: 'Delete without a question'},
    'dry-run': {summary: 'Show what would be deleted, and change nothing'},
  },
);

export default class Delete extends checkedCommand(DELETE_FLAGS, {
  summary: 'Delete from the cluster what `apply` made of a description',
  description: [
    "Shows the routes and asks, as `apply` does. What is deleted is found by apigen's labels: all objects of the same Service, namespace and Gateway.",
  ],
  examples: [
    'openapi.yaml',
    "-i 'services/*/openapi.yaml' --context staging",
    '--config redocly.yaml --dry-run',
  ],
}) {
  override run(): Promise<void> {
    return this.withApis((read) =>
      changeCluster(read, (generated) => ({
        ...generated,
        outputs: generated.outputs.map((output) => ({...output, objects: []})),
      })),
    );
  }
}
