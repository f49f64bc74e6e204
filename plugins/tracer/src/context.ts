import {kubectl, type Place} from './cluster.ts';
import {parse, textAt} from './json.ts';
import {complaint, run} from './program.ts';
import {contextWords} from './shell.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** What the person chose; empty values are found in the kubeconfig. */
export interface Wanted {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly namespace: string;
}

/** A cluster that answered. `server` is its address, `version` such as `v1.36.3`. */
export interface Cluster extends Place {
  readonly server: string;
  readonly version: string;
}

/** The context to use: the given one, which has to exist, else the kubeconfig's current one. */
async function contextOf({kubeconfig, context}: Wanted, signal?: AbortSignal): Promise<string> {
  const file = kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`];
  const config = (...args: string[]) =>
    run('kubectl', [...file, 'config', ...args], {signal, timeout: 30_000});
  const names = await config('get-contexts', '--output=name');
  const known = names.stdout.trim().split('\n').filter(Boolean);
  const where = kubeconfig ?? (process.env.KUBECONFIG || '~/.kube/config');
  if (names.status !== 0)
    throw new TracerError(text('kubeconfigBroken', {kubeconfig: where, reason: complaint(names)}));
  if (known.length === 0) throw new TracerError(text('noCluster', {kubeconfig: where}));
  const contexts = known.join(', ');
  if (context !== undefined) {
    if (!known.includes(context)) throw new TracerError(text('unknownContext', {context, contexts}));
    return context;
  }
  const current = (await config('current-context')).stdout.trim();
  if (current === '') throw new TracerError(text('noContext', {contexts}));
  if (!known.includes(current)) throw new TracerError(text('unknownContext', {context: current, contexts}));
  return current;
}

/** Finds the context and asks its cluster for its version; throws a `TracerError` when it does not answer. */
export async function reachCluster(wanted: Wanted, signal?: AbortSignal): Promise<Cluster> {
  const context = await contextOf(wanted, signal);
  const place = {kubeconfig: wanted.kubeconfig, context, namespace: wanted.namespace};
  const view = await kubectl(
    place,
    ['config', 'view', '--minify', '--output=jsonpath={.clusters[0].cluster.server}'],
    {
      signal,
    },
  );
  const server = view.stdout.trim();
  const answer = await kubectl(place, ['get', '--raw', '/version'], {signal});
  const version = textAt(parse(answer.stdout), 'gitVersion');
  if (answer.status !== 0 || version === '') {
    const reason = complaint(answer);
    throw new TracerError(
      text(/\(Unauthorized\)/.test(reason) ? 'loginRefused' : 'noAnswer', {
        context,
        server,
        reason,
        contextWords: contextWords(place),
      }),
    );
  }
  return {...place, server, version};
}
