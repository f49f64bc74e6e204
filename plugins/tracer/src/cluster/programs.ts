import {type Outcome, type RunOptions, run} from '../process/run.ts';

/** The options of a command that name a namespace; what is undefined is read from the kubeconfig. */
export type ScopeOptions = Readonly<
  Record<'kubeconfig' | 'context', string | undefined> & {namespace: string}
>;

/** A namespace of a cluster. Without `kubeconfig`, the programs find it themselves ($KUBECONFIG, ~/.kube/config). */
export type Scope = ScopeOptions & {readonly context: string};

/** Time limit of one API request. */
const REQUEST_SECONDS = 10;

/** The release's name, which scripts and documentation rely on. */
export const RELEASE = 'tracer';

/**
 * A scope with the selector of all objects of the chart, including pods and volume claims. The instance label alone is not enough: Argo CD
 * sets it on every object of its own application of the same name.
 */
export type ReleaseScope = Scope & {readonly selector: string};

/** The selector of all objects of the chart; `name` is their name label, which `nameOverride` changes. */
export function selectorOf(name: string): string {
  return `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/name=${name}`;
}

/** The selector of the database's objects. */
export function databaseSelector({selector}: ReleaseScope): string {
  return `${selector},app.kubernetes.io/component=database`;
}

/** The options that name the cluster and the namespace for kubectl; what is undefined is left to it. */
export function kubectlArgs({kubeconfig, context, namespace}: ScopeOptions): string[] {
  return Object.entries({kubeconfig, context, namespace})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--${name}=${value}`);
}

/** Runs kubectl in a scope. */
export function kubectl(scope: Scope, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const where = [...kubectlArgs(scope), `--request-timeout=${REQUEST_SECONDS}s`];
  // kubectl repeats a request that timed out, up to five times.
  return run('kubectl', [...where, ...args], {timeout: 1500 * REQUEST_SECONDS, ...options});
}

/** Runs helm in a scope. The default time limit is for calls that only read. */
export function helm(scope: Scope, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const {kubeconfig, context, namespace} = scope;
  const where = [
    ...(kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig]),
    ...['--kube-context', context, '--namespace', namespace],
  ];
  return run('helm', [...args, ...where], {timeout: 3000 * REQUEST_SECONDS, ...options});
}

/** The options of a cluster in a command for the user to run, quoted for a POSIX shell. */
export function contextOptions({kubeconfig, context}: ScopeOptions, flag = '--context'): string {
  return Object.entries({'--kubeconfig': kubeconfig, [flag]: context})
    .flatMap(([name, value]) => (value === undefined ? [] : [name, shellWord(value)]))
    .join(' ');
}

/** The options of a cluster and namespace in a command for the user to run. */
export function scopeOptions(scope: ScopeOptions, flag?: '--kube-context'): string {
  return `${contextOptions(scope, flag)} --namespace ${scope.namespace}`.trimStart();
}

/** A word of a POSIX shell command, in single quotes where it needs them. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
