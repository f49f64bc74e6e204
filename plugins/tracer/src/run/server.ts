import {reachCluster} from '../cluster/context.ts';
import {withForwardedPort} from '../cluster/forward.ts';
import {listAt, numberAt, parse, textAt} from '../cluster/json.ts';
import {readObjects} from '../cluster/objects.ts';
import {RELEASE, type ScopeOptions} from '../cluster/programs.ts';
import {serverAddress} from '../cluster/services.ts';
import {findTool} from '../cluster/tool-versions.ts';
import {TracerError} from '../errors.ts';
import type {Session} from '../process/interrupt.ts';

/** Finds the server's Service. Throws a `TracerError` when there is none. */
export async function findServer(wanted: ScopeOptions, signal: AbortSignal) {
  await findTool('kubectl', signal);
  const cluster = await reachCluster(wanted, signal);
  const {context, namespace} = cluster;
  // Not by the values of the release: its records may be closed to this user, or Argo CD has installed it.
  const selector = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=server`;
  const server = serverAddress(await readObjects({...cluster, selector}, 'services,deployments', signal));
  if (!server)
    throw new TracerError(
      `namespace ${namespace} of context ${context} has no Service of tracer: install it, or choose another namespace with --namespace or another --context`,
    );
  return {cluster, server, podPort: {object: `service/${server.name}`, port: server.port}};
}

/** How long one answer of the server may take. */
const ANSWER_MILLISECONDS = 30_000;

/** Asks the server's API for a path such as `tests/a/run`; throws a `TracerError` when nothing, or something else, answers. */
export type Api = ReturnType<typeof apiAt>;

const apiAt =
  (url: string, login: string, signal: AbortSignal) =>
  async (method: string, path: string, body?: object) => {
    const headers = {
      ...{'content-type': 'application/json', 'x-tracetest-augmented': 'true'},
      ...(login && {authorization: `Basic ${Buffer.from(login).toString('base64')}`}),
    };
    const either = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]);
    const request = {method, headers, signal: either, ...(body && {body: JSON.stringify(body)})};
    const fail = (error: Error) => {
      signal.throwIfAborted();
      const {message} = error.cause instanceof Error ? error.cause : error;
      throw new TracerError(`cannot reach the server at ${url}: ${message}`);
    };
    const response = await fetch(`${url}/api/${path}`, request).catch(fail);
    const text = await response.text().catch(fail);
    const json = parse(text);
    // An unknown path of the server is its page.
    if (response.ok && json === undefined && text !== '')
      throw new TracerError(`no server of tracer at ${url}`);
    /** Empty when it is a success. */
    const problem = response.ok ? '' : `the server answers ${response.status} ${text.slice(0, 300)}`.trim();
    return {problem, json};
  };

/** Runs `use` with the API of the server and its URL: the given one, otherwise that of a forwarded port. */
export async function withServer<T>(
  wanted: ScopeOptions,
  given: string | undefined,
  signal: AbortSignal,
  use: (api: Api, url: string) => Promise<T>,
): Promise<T> {
  const useAt = (address: string) => {
    const {protocol, host, pathname, username, password} = new URL(address);
    const url = `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
    const login = username && decodeURIComponent(`${username}:${password}`);
    return use(apiAt(url, login, signal), url);
  };
  if (given !== undefined) return useAt(given);
  const {cluster, server, podPort} = await findServer(wanted, signal).catch((error: unknown) => {
    if (error instanceof TracerError) error.message += '\nor name the server with --server <url>';
    throw error;
  });
  return withForwardedPort(cluster, podPort, signal, (url) => useAt(url + server.path));
}

type ServerFlags = Readonly<{server: string | undefined; args: readonly string[]}>;

/** Prints and returns the tests on the server. */
export const listTests = (scope: ScopeOptions, {server}: ServerFlags, {say, signal}: Session) =>
  withServer(scope, server, signal, async (api) => {
    // By default, it lists 20.
    const {problem, json} = await api('GET', 'tests?take=10000');
    if (problem) throw new TracerError(problem);
    const tests = listAt(json, 'items').map((one) => ({
      ...{id: textAt(one, 'spec', 'id'), name: textAt(one, 'spec', 'name')},
      runs: numberAt(one, 'spec', 'summary', 'runs'),
      failures: numberAt(one, 'spec', 'summary', 'lastRun', 'fails'),
    }));
    const width = Math.max(0, ...tests.map(({id}) => id.length));
    for (const {id, name, runs, failures} of tests)
      say(`${id.padEnd(width)}  ${name} (runs: ${runs}, failures of the last: ${failures})`);
    return {tests};
  });

/** Deletes tests by their ids. Throws a `TracerError` at the first that cannot be deleted. */
export const deleteTests = (scope: ScopeOptions, {args, server}: ServerFlags, {say, signal}: Session) =>
  withServer(scope, server, signal, async (api) => {
    for (const id of args) {
      const {problem} = await api('DELETE', `tests/${encodeURIComponent(id)}`);
      if (problem) throw new TracerError(`cannot delete the test "${id}": ${problem}`);
      say(`deleted ${id}`);
    }
    return {deleted: args};
  });
