import type {Place} from './cluster.ts';

/** `kindBWithoutEndpoint` as `kind_b_without_endpoint`, `chart-repo` as `chart_repo`. */
export function snake(name: string): string {
  return name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A text in single quotes of a POSIX shell, whatever stands in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The options that name a cluster on a command line for people, as a POSIX shell takes them; helm's name for the context is its own. */
export function contextWords(
  {kubeconfig, context}: Pick<Place, 'kubeconfig' | 'context'>,
  contextFlag = '--context',
): string {
  const file = kubeconfig === undefined ? '' : `--kubeconfig ${shellWord(kubeconfig)} `;
  return `${file}${contextFlag} ${shellWord(context)}`;
}

/** The options that name a cluster and a namespace there, for helm with `--kube-context`. */
export function placeWords(place: Place, contextFlag = '--context'): string {
  return `${contextWords(place, contextFlag)} --namespace ${place.namespace}`;
}

/** A word as a POSIX shell takes it: quoted where it has to be. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word);
}
