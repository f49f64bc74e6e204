import {runMeshConfig} from '../../io/mesh-config.ts';
import {NOWHERE, report} from '../../io/report/report.ts';
import type {Terminal} from '../../io/write/output.ts';
import {combined, configProblems, DEFAULT_CONFIG} from './config-arguments.ts';
import {readMeshArguments} from './mesh-arguments.ts';
import {MESH_FLAGS, type MeshArguments} from './mesh-flags.ts';

const MESH = {name: 'mesh', flags: MESH_FLAGS};

/**
 * Runs `apigen mesh --config`, or `apigen mesh` with the names of APIs.
 *
 * @returns the exit code: 0 done, 2 when the command line is wrong, 1 for all else
 */
export async function runMeshConfigArguments(
  args: MeshArguments,
  apis: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const {run, problems: wrong} = readMeshArguments(args);
  const mistaken = configProblems(args, apis, MESH, terminal.folder);
  // Where an argument is not the name of an API, the rest is not about a configuration.
  const isMistaken = mistaken.some(({flag}) => flag === undefined);
  const problems = isMistaken ? mistaken : [...wrong, ...mistaken, ...checkedFile(args)];
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return 2;
  }
  const request = {...run, config: run.config ?? DEFAULT_CONFIG, apis};
  if (!run.checkCluster) return runMeshConfig(request, terminal);
  const {checkClusterConfig} = await import('../../io/cluster/check-cluster.ts');
  return checkClusterConfig(request, terminal);
}

function checkedFile({check}: MeshArguments) {
  if (check?.some((file) => file !== '') !== true) return [];
  const hint = 'write `--check` without a file: every file is compared';
  return [combined('check', 'a file to compare with cannot be combined with a configuration file', hint)];
}
