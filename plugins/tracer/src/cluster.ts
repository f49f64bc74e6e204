import {type Outcome, type RunOptions, run} from './program.ts';

/** Which cluster and namespace. `kubeconfig` is undefined when the tools are to find it themselves ($KUBECONFIG, ~/.kube/config). */
export interface Place {
  readonly kubeconfig: string | undefined;
  readonly context: string;
  readonly namespace: string;
}

/** One question to the API server may take this long. */
const REQUEST_SECONDS = 10;

/** The release's name, given by the specification (4.2). */
export const RELEASE = 'tracer';

/** What all objects of the release carry; alone it is not enough (see `Labelled`). */
export const SELECTOR = `app.kubernetes.io/instance=${RELEASE}`;

/**
 * A release with the labels of what its chart made. The instance label alone is not enough: Argo CD puts it on everything that an
 * application of its own has.
 */
export interface Labelled extends Place {
  /** Selects all objects of the chart, its pods and volume claims included. */
  readonly selector: string;
}

/** Selects all objects of the chart; `name` is what they are labelled with, which `nameOverride` may change. */
export function selectorOf(name: string): string {
  return `${SELECTOR},app.kubernetes.io/name=${name}`;
}

/** Selects the database's objects among those of the chart. */
export function databaseOf({selector}: Labelled): string {
  return `${selector},app.kubernetes.io/component=database`;
}

/** Runs kubectl on a place, with kubeconfig, context and namespace named explicitly. */
export function kubectl(place: Place, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const where = [
    ...(place.kubeconfig === undefined ? [] : [`--kubeconfig=${place.kubeconfig}`]),
    `--context=${place.context}`,
    `--namespace=${place.namespace}`,
    `--request-timeout=${REQUEST_SECONDS}s`,
  ];
  // kubectl asks again when a request has run into its limit, up to five times.
  return run('kubectl', [...where, ...args], {timeout: 1500 * REQUEST_SECONDS, ...options});
}

/** Arguments that point helm at a place. */
export function helmPlace(place: Place): string[] {
  return [
    ...(place.kubeconfig === undefined ? [] : ['--kubeconfig', place.kubeconfig]),
    '--kube-context',
    place.context,
    '--namespace',
    place.namespace,
  ];
}

/** Runs helm on a place. The helm calls that only read get the same limit as kubectl's; one that changes things gives its own. */
export function helm(place: Place, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return run('helm', [...args, ...helmPlace(place)], {timeout: 3000 * REQUEST_SECONDS, ...options});
}
