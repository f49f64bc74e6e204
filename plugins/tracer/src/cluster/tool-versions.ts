import semver from 'semver';
import {TracerError} from '../errors.ts';
import {reasonOf, run} from '../process/run.ts';
import {parse, textAt} from './json.ts';

/**
 * helm 3.14 is the oldest version that is tested, and supports `--dry-run=server`. kubectl 1.27 is the oldest that supports clusters
 * with a retention policy for the volumes of StatefulSets.
 */
export const TOOLS = {
  helm: {
    versionArgs: ['version', '--template', '{{.Version}}'],
    minimum: '3.14.0',
    page: 'https://helm.sh/docs/intro/install/',
  },
  kubectl: {
    versionArgs: ['version', '--client', '--output=json'],
    minimum: '1.27.0',
    page: 'https://kubernetes.io/docs/tasks/tools/',
  },
} as const;

/** The version of a tool, such as `1.32.4`; throws a `TracerError` when it is missing, broken or too old. */
export async function findTool(name: keyof typeof TOOLS, signal: AbortSignal): Promise<string> {
  const {versionArgs, minimum, page} = TOOLS[name];
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
