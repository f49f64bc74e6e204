import {mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {startCli} from '../../start-cli.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';

const access = clusterAccess();

/** A folder with descriptions, in which apigen runs with the tests' cluster. */
export function meshFolder(
  descriptions: Readonly<Record<string, string>>,
  kubeconfig: string = access.kubeconfig,
  others: NodeJS.ProcessEnv = {},
) {
  const folder = mkdtempSync(path.join(access.folder, 'descriptions-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  for (const [name, text] of Object.entries(descriptions)) write(name, text);
  const env = {
    ...others,
    KUBECONFIG: kubeconfig,
    PATH: `${path.dirname(access.kubectl)}${path.delimiter}${process.env.PATH}`,
  };
  const apigen = (...args: string[]) => startCli(args, {cwd: folder, env});
  return {folder, write, apigen, mesh: (...args: string[]) => apigen('mesh', ...args)};
}
