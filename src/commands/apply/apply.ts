import {checkedCommand} from '../checked-command.ts';
import {APPLY_FLAGS, runApplyArguments} from './run-apply.ts';

export default class Apply extends checkedCommand(APPLY_FLAGS, {
  summary: 'Apply the output to the cluster, and delete what is no longer described',
  description: [
    "Shows the differences by route, as `diff --cluster` does, and asks. Objects are created and changed by kubectl with its current context, on the server; then those that the description had before are deleted, found by apigen's labels.",
  ],
  examples: ['openapi.yaml', "-i 'services/*/openapi.yaml' --yes", '--config redocly.yaml --dry-run'],
}) {
  override async run(): Promise<void> {
    process.exitCode = await runApplyArguments(this.line);
  }
}
