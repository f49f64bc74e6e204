import {TARGETS} from '../../core/targets/index.ts';
import {plainCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {runKrmCommand} from './run-krm.ts';

export default plainCommand(
  {
    summary: 'Generate routes as a KRM function, which kustomize runs',
    description: [
      `Reads a ResourceList from standard input and prints it with the ${TARGETS.map(({kind}) => `${kind}s`).join(' or ')} of the ` +
        'descriptions that its functionConfig names, and of the Services with the annotation `apigen.dev/description`. The guide is docs/krm.md.',
    ],
    examples: ['< resource-list.yaml'],
  },
  async () => {
    process.exitCode = await runKrmCommand(processTerminal, process.stdin.isTTY);
  },
);
