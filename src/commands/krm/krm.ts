import {Command, type Interfaces} from '@oclif/core';
import {TARGETS} from '../../core/targets/index.ts';
import {HELP} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {runKrmCommand} from './run-krm.ts';

export default class Krm extends Command {
  static override readonly summary = 'Generate routes as a KRM function, which kustomize runs';

  static override readonly description = [
    `Reads a ResourceList from standard input and prints it with the ${TARGETS.map(({kind}) => `${kind}s`).join(' or ')} of the ` +
      'descriptions that its functionConfig names, and of the Services with the annotation `apigen.dev/description`. The guide is docs/krm.md.',
  ].join('\n\n');

  static override readonly examples = ['<%= config.bin %> <%= command.id %> < resource-list.yaml'];

  static override readonly flags: Interfaces.FlagInput = {help: HELP};

  override async run(): Promise<void> {
    await this.parse(Krm);
    process.exitCode = await runKrmCommand(processTerminal, process.stdin.isTTY);
  }
}
