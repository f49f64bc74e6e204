import {valueAt} from '../../../src/core/base/json.ts';
import type {KubernetesObject} from '../../../src/core/targets/target.ts';
import {start} from '../../run.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {until} from '../control-plane/start.ts';
import {clusterEnvironment} from './apply-folder.ts';
import {kubectl} from './clients.ts';

const TARGET = {group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'none'};

/** What is watched, and an object of it. */
const KINDS = {
  'httproutes.gateway.networking.k8s.io': {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    spec: {rules: [{backendRefs: [{name: 'none', port: 80}]}]},
  },
  'securitypolicies.gateway.envoyproxy.io': {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'SecurityPolicy',
    spec: {targetRefs: [TARGET]},
  },
};
type Kind = keyof typeof KINDS;
const ROUTES: Kind = 'httproutes.gateway.networking.k8s.io';
const POLICIES: Kind = 'securitypolicies.gateway.envoyproxy.io';

interface Event {
  readonly object: KubernetesObject;
  readonly isDeleted: boolean;
}

/** The HTTPRoutes of a namespace. */
export async function heldRoutes(namespace: string): Promise<KubernetesObject[]> {
  const {stdout} = await kubectl(['get', ROUTES, '-n', namespace, '-o', 'json']);
  return JSON.parse(stdout).items;
}

/** What the API server says of each write and deletion of HTTPRoutes in a namespace while something runs, in their order. */
export async function watchRoutes(
  namespace: string,
  running: () => Promise<unknown>,
  kind = ROUTES,
): Promise<Event[]> {
  const args = ['get', kind, '-n', namespace, '--watch-only', '--output-watch-events', '-o', 'json'];
  const begin = () => start(clusterAccess().kubectl, args, {env: clusterEnvironment()});
  let watch = begin();
  const marked = async (name: string) => {
    const marker = {...KINDS[kind], metadata: {name, namespace}};
    // The watch may not have begun, or have ended since other tests were installing the kind.
    await until(async () => {
      if (name === 'begin' && watch.child.exitCode !== null) watch = begin();
      await kubectl(['delete', kind, name, '-n', namespace, '--ignore-not-found']);
      await kubectl(['create', '-f', '-'], JSON.stringify(marker));
      return watch.written.stdout.includes(`"name":"${name}"`);
    });
  };
  try {
    await marked('begin');
    await running();
    await marked('end');
  } finally {
    watch.child.kill();
    await watch.ended;
  }
  // One on each line; the last may not be complete.
  const lines = watch.written.stdout.split('\n').slice(0, -1);
  const events = lines.map((line): {type: string; object: KubernetesObject} => JSON.parse(line));
  return events
    .filter(({object}) => !['begin', 'end'].includes(object.metadata.name))
    .map(({type, object}) => ({object, isDeleted: type === 'DELETED'}));
}

/** The same with SecurityPolicies. */
export async function watchProtectedRoutes(
  namespace: string,
  running: () => Promise<unknown>,
): Promise<Event[]> {
  let routes: Event[] = [];
  const watchBoth = async () => {
    routes = await watchRoutes(namespace, running);
  };
  const policies = await watchRoutes(namespace, watchBoth, POLICIES);
  const versionOf = ({object}: Event) => Number(valueAt(object, '/metadata/resourceVersion'));
  return [...policies, ...routes].sort((a, b) => versionOf(a) - versionOf(b));
}
