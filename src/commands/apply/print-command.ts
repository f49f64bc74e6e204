import {hasErrors} from '../../core/problem.ts';
import {selectorOf} from '../../core/targets/own-objects.ts';
import {printProblems} from '../../io/print/report.ts';
import type {RunOutputs} from '../../io/run/generate-all.ts';
import type {Output} from '../../io/run/generate-loaded.ts';
import type {Terminal} from '../../io/write/output.ts';
import {shellWord} from '../arguments/arguments.ts';

/** Prints what does the same with kubectl; `mesh` is the command that prints the output. Returns the exit code. */
export function printCommand(found: RunOutputs, mesh: string, prune: boolean, terminal: Terminal): number {
  const problems = [...found.shared, ...found.outputs.flatMap((output) => output.problems)];
  printProblems(terminal, problems, found);
  if (hasErrors(problems)) return 1;
  terminal.out(`${mesh} |\n  ${found.outputs.map((output) => kubectlCommand(output, prune)).join('')}\n`);
  return 0;
}

/** kubectl prunes nothing that it has applied on the server. */
function kubectlCommand({objects, own}: Output, prune: boolean): string {
  const generated = own.filter((one) => prune && one.labels && objects.some(({kind}) => kind === one.kind));
  const allowed = generated.flatMap(({apiVersion, kind}) => ['--prune-allowlist', `${apiVersion}/${kind}`]);
  const pruned = generated
    .slice(0, 1)
    .flatMap(({labels = {}}) => ['--prune', ...allowed, '-l', selectorOf(labels)]);
  return ['kubectl', 'apply', '-f', '-', ...pruned].map(shellWord).join(' ');
}
