import {parse, textAt} from './json.ts';
import {complaint, type Outcome, run} from './program.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

interface Tool {
  readonly name: string;
  readonly versionArgs: readonly string[];
  readonly minimum: readonly [number, number];
  readonly page: string;
}

/**
 * helm 3.14 is the oldest that is tested; it asks the cluster in a rehearsal (`--dry-run=server`). kubectl 1.27 is the oldest that still
 * talks to a Kubernetes that deletes a StatefulSet's volumes by policy.
 */
export const TOOLS = [
  {
    name: 'helm',
    versionArgs: ['version', '--template', '{{.Version}}'],
    minimum: [3, 14],
    page: 'https://helm.sh/docs/intro/install/',
  },
  {
    name: 'kubectl',
    versionArgs: ['version', '--client', '--output=json'],
    minimum: [1, 27],
    page: 'https://kubernetes.io/docs/tasks/tools/',
  },
] as const satisfies readonly Tool[];

/** `v1.32.4-dispatcher` gives `1.32.4`; the empty text when there is no version in it. */
function versionIn(printed: string): string {
  return /v?(\d+\.\d+(\.\d+)?)/.exec(printed)?.[1] ?? '';
}

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [itsMajor = 0, itsMinor = 0] = version.split('.').map(Number);
  return itsMajor < major || (itsMajor === major && itsMinor < minor);
}

function judged(tool: Tool, outcome: Outcome): string {
  const {name, page, minimum} = tool;
  if (outcome.missing) throw new TracerError(text('toolMissing', {tool: name, page}));
  const printed = textAt(parse(outcome.stdout), 'clientVersion', 'gitVersion') || outcome.stdout;
  const version = outcome.status === 0 ? versionIn(printed) : '';
  if (version === '') throw new TracerError(text('toolBroken', {tool: name, reason: complaint(outcome)}));
  if (isOlder(version, minimum)) {
    throw new TracerError(text('toolTooOld', {tool: name, version, minimum: minimum.join('.'), page}));
  }
  return version;
}

/** Version of kubectl, for what needs no helm; throws a `TracerError` when it is missing, broken or too old. */
export async function findKubectl(signal?: AbortSignal): Promise<string> {
  const [, kubectl] = TOOLS;
  return judged(kubectl, await run(kubectl.name, kubectl.versionArgs, {signal, timeout: 30_000}));
}

/** Versions of helm and kubectl; throws a `TracerError` when one is missing, broken or too old. */
export async function findTools(signal?: AbortSignal): Promise<{helm: string; kubectl: string}> {
  const [helm, kubectl] = TOOLS;
  const [helmSaid, kubectlSaid] = await Promise.all(
    TOOLS.map(({name, versionArgs}) => run(name, versionArgs, {signal, timeout: 30_000})),
  );
  if (!helmSaid || !kubectlSaid) throw new TypeError('one outcome for each tool');
  return {helm: judged(helm, helmSaid), kubectl: judged(kubectl, kubectlSaid)};
}
