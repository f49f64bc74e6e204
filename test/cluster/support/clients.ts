import {mkdtempSync} from 'node:fs';
import path from 'node:path';
import {capture, type Finished, run} from '../../run.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';

export type HelmMajor = 3 | 4;
export type Helm = HelmMajor | 'oldest';

const access = clusterAccess();

/** The major versions of helm. */
export const helmMajors = [3, 4] as const;

const environment: NodeJS.ProcessEnv = {...process.env, KUBECONFIG: access.kubeconfig};

// Test files run in parallel, and each may add repositories.
const home = mkdtempSync(path.join(access.folder, 'helm-'));

/** Environment in which kubectl and helm use the tests' cluster, and helm a separate home. */
export function environmentOf(version: Helm): NodeJS.ProcessEnv {
  const inHome = (name: string) => path.join(home, `${version}`, name);
  return {
    ...environment,
    HELM_CACHE_HOME: inHome('cache'),
    HELM_CONFIG_HOME: inHome('config'),
    HELM_DATA_HOME: inHome('data'),
  };
}

/** Runs kubectl against the tests' cluster; `input` is what `-f -` reads. */
export function kubectl(args: readonly string[], input?: string): Promise<Finished> {
  return run(access.kubectl, args, {env: environment, ...(input === undefined ? {} : {input})});
}

/** Runs a Helm of this version against the tests' cluster. */
export async function helm(version: Helm, args: readonly string[]): Promise<Finished> {
  const finished = await run(access.helm[version], args, {env: environmentOf(version)});
  return {...finished, stderr: withoutClientLog(finished.stderr)};
}

/** Removes the log lines of Kubernetes' client library. */
function withoutClientLog(text: string): string {
  return text.replaceAll(/^[IWE]\d{4} .*\n/gm, '');
}

let namespaces = 0;

/** Runs `test` in a new namespace, which is deleted afterwards, without waiting. */
export async function inNamespace<T>(test: (namespace: string) => Promise<T>): Promise<T> {
  namespaces += 1;
  const name = `test-${process.pid}-${Date.now().toString(36)}-${namespaces}`;
  await capture(access.kubectl, ['create', 'namespace', name], {env: environment});
  try {
    return await test(name);
  } finally {
    await kubectl(['delete', 'namespace', name, '--wait=false']);
  }
}
