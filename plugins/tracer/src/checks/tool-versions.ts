import semver from 'semver';
import {parse, textAt} from '../cluster/json.ts';
import {TracerError} from '../errors.ts';
import {reasonOf, run} from '../process/run.ts';

interface Tool {
  readonly name: string;
  readonly versionArgs: readonly string[];
  readonly minimum: string;
  readonly page: string;
}

/**
 * helm 3.14 is the oldest version that is tested, and supports `--dry-run=server`. kubectl 1.27 is the oldest that supports clusters
 * with a retention policy for the volumes of StatefulSets.
 */
export const TOOLS = {
  helm: {
    name: 'helm',
    versionArgs: ['version', '--template', '{{.Version}}'],
    minimum: '3.14.0',
    page: 'https://helm.sh/docs/intro/install/',
  },
  kubectl: {
    name: 'kubectl',
    versionArgs: ['version', '--client', '--output=json'],
    minimum: '1.27.0',
    page: 'https://kubernetes.io/docs/tasks/tools/',
  },
} as const satisfies Record<string, Tool>;

/** The version of a tool, such as `1.32.4`; throws a `TracerError` when it is missing, broken or too old. */
async function versionOf({name, versionArgs, minimum, page}: Tool, signal?: AbortSignal): Promise<string> {
  const outcome = await run(name, versionArgs, {signal, timeout: 30_000});
  if (outcome.missing)
    throw new TracerError(`${name} not found: install it (${page}) and make sure that it is on PATH`);
  const printed = textAt(parse(outcome.stdout), 'clientVersion', 'gitVersion') || outcome.stdout;
  const version = outcome.status === 0 ? semver.coerce(printed)?.version : undefined;
  if (version === undefined)
    throw new TracerError(`cannot read the version of ${name}: ${reasonOf(outcome)}`);
  if (semver.lt(version, minimum))
    throw new TracerError(`${name} ${version} is too old: install ${minimum} or newer (${page})`);
  return version;
}

/** Checks kubectl, for commands that do not need helm. */
export function findKubectl(signal?: AbortSignal): Promise<string> {
  return versionOf(TOOLS.kubectl, signal);
}

/** The versions of helm and kubectl; throws a `TracerError` when one is missing, broken or too old. */
export async function findTools(signal?: AbortSignal): Promise<{helm: string; kubectl: string}> {
  const helm = await versionOf(TOOLS.helm, signal);
  return {helm, kubectl: await findKubectl(signal)};
}
