import {setTimeout as sleep} from 'node:timers/promises';
import {beforeAll, expect, it} from '@jest/globals';
import {parse, parseAllDocuments} from 'yaml';
import {requestsOf} from '../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../meshes/gateways.ts';
import {openedBy, type State, statesAfter} from '../meshes/replay.ts';
import {ends} from '../start-cli.ts';
import {applyFolder, establishRoutes, routesIn, withService} from './support/apply-folder.ts';
import {kubectl} from './support/clients.ts';
import {establish, establishEnvoyPolicies, istioCrds, LINKERD_POLICY_CRDS} from './support/crd.ts';
import {applyOnTrial, goldenObjects, moved} from './support/golden-objects.ts';
import {kubeconfigOf} from './support/kubeconfigs.ts';
import {watchProtectedRoutes} from './support/watch-routes.ts';

const POLICIES = 'securitypolicies.gateway.envoyproxy.io';
const OF_ENVOY = {
  SecurityPolicy: POLICIES,
  BackendTrafficPolicy: 'backendtrafficpolicies.gateway.envoyproxy.io',
};
const OF_ISTIO = ['authorizationpolicies.security.istio.io', 'requestauthentications.security.istio.io'];

const OF_LINKERD = [
  ...['servers', 'networkauthentications', 'meshtlsauthentications', 'authorizationpolicies', 'httproutes'],
].map((plural) => `${plural}.policy.linkerd.io`);

const describeApi = (
  namespace: string,
  security = 'enforce: true',
  paths = '/a: {get: {}}',
) => `openapi: 3.1.0
security: [{login: []}]
x-apigen:
  {mesh: envoy-gateway, gateway: {name: public, hostnames: [a.example]}, gateway_api: "1.4", namespace: ${namespace},
   service: {name: a, namespace: ${namespace}, port: 80},
   security: {${security}, undeclared: deny, schemes: {login: {issuer: me, jwks_uri: "https://id.example.com/jwks", audiences: [a]}}}}
paths: {${paths}, /b: {get: {security: [{login: [read]}]}}, /c: {post: {security: []}}, /d: {get: {security: [{}, {login: []}]}}}
components: {securitySchemes: {login: {type: oauth2, flows: {}}}}
`;

interface Held {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: unknown;
  readonly metadata: {readonly name: string; readonly resourceVersion: string; readonly generation: number};
}

async function held(namespace: string): Promise<Held[]> {
  const kinds = [
    ...Object.values(OF_ENVOY),
    ...OF_ISTIO,
    ...OF_LINKERD,
    'httproutes.gateway.networking.k8s.io',
  ].join();
  const {stdout} = await kubectl(['get', kinds, '-n', namespace, '-o', 'json']);
  return JSON.parse(stdout).items;
}

async function namesIn(namespace: string): Promise<string[]> {
  return (await held(namespace)).map(({kind, metadata: {name}}) => `${kind} ${name}`).sort();
}

/** Writes what a controller would write: none runs here. */
async function sayAccepted(namespace: string, status: 'True' | 'False', reason: string): Promise<void> {
  for (const {kind, metadata} of await held(namespace)) {
    const plural = Object.entries(OF_ENVOY).find(([name]) => name === kind)?.[1];
    if (plural === undefined) continue;
    const condition = {
      ...{
        type: 'Accepted',
        status,
        reason,
        message: 'said by a test',
        observedGeneration: metadata.generation,
      },
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    const ancestor = {
      ancestorRef: {name: 'public'},
      controllerName: 'example.com/test',
      conditions: [condition],
    };
    const patch = JSON.stringify({status: {ancestors: [ancestor]}});
    const args = ['patch', plural, metadata.name, '-n', namespace, '--subresource=status', '--type=merge'];
    await kubectl([...args, '-p', patch]);
  }
}

/** Accepts policies until something has ended. */
async function whileAccepted<T>(namespace: string, running: Promise<T>): Promise<T> {
  let isRunning = true;
  const ended = running.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    await sayAccepted(namespace, 'True', 'Accepted');
    await sleep(500);
  }
  return ended;
}

beforeAll(async () => {
  await establishRoutes();
  await establishEnvoyPolicies();
  await establish(await istioCrds());
  await establish(LINKERD_POLICY_CRDS);
});

const KINDS = ['SecurityPolicy', 'BackendTrafficPolicy', 'AuthorizationPolicy', 'Server'] as const;

it.each(KINDS)('are held as they are written in all golden cases with a %s', async (wanted) => {
  for (const {name, output} of goldenObjects(wanted)) {
    // Tests of other files change the kinds of the Gateway API meanwhile.
    const policies: Held[] = parseAllDocuments(moved(output, 'default'))
      .map((one) => one.toJS())
      .filter(({apiVersion}) => !apiVersion.startsWith('gateway.networking'));
    const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items: policies});
    const {stdout, stderr} = await applyOnTrial(list);
    const applied = JSON.parse(stdout);
    const specs = (applied.items ?? [applied]).map(({spec}: Held) => spec);
    expect({name, stderr, specs}).toEqual({name, stderr: '', specs: policies.map(({spec}) => spec)});
  }
});

it('writes policies before routes, waits for a controller, and settles', () =>
  withService(async (namespace) => {
    const limited = '/a: {get: {x-apigen: {rate_limit: {requests: 9, by: client}}}}';
    const {yes, write, apply, apigen} = applyFolder(describeApi(namespace, 'enforce: true', limited));
    const first = await yes();
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('waiting for up to 30 s until a gateway accepts 6 policies\n');
    expect(first.stderr).toContain(
      `error: SecurityPolicy ${namespace}/a.public-cc909380 is not in effect: not accepted by any gateway\n`,
    );
    const written = (await held(namespace)).sort(
      (a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion),
    );
    expect(written.map(({kind}) => kind)).toEqual([
      ...Array<string>(5).fill('SecurityPolicy'),
      ...['BackendTrafficPolicy', 'HTTPRoute'],
    ]);
    await sayAccepted(namespace, 'True', 'Accepted');
    expect(await yes()).toEqual(ends(0, 'nothing to change\n'));
    await sayAccepted(namespace, 'False', 'Conflicted');
    const refused = await apigen('diff', 'a.yaml', '--cluster');
    expect(refused.status).toBe(1);
    expect(refused.stdout).toContain('-not accepted, Conflicted: said by a test\n+accepted\n');
    await sayAccepted(namespace, 'True', 'Accepted');
    const policy = [POLICIES, 'a.public-cc909380', '-n', namespace];
    const allowed = {rules: [{action: 'Allow', principal: {clientCIDRs: ['0.0.0.0/0']}}]};
    const opened = JSON.stringify({spec: {authorization: allowed}});
    await kubectl(['patch', ...policy, '--type=merge', '-p', opened]);
    expect((await apigen('diff', 'a.yaml', '--cluster')).stdout).toContain(
      '-somebody else has set fields of its spec\n+accepted\n',
    );
    await kubectl(['delete', ...policy]);
    write(describeApi(namespace, 'enforce: false'));
    expect(await apply('--yes')).toMatchObject({status: 0});
    expect((await held(namespace)).map(({kind}) => kind)).toEqual(['HTTPRoute']);
    expect(await yes()).toEqual(ends(0, 'nothing to change\n'));
  }));

const ofIstio = (namespace: string, security: string) => `openapi: 3.1.0
x-apigen:
  {mesh: istio, namespace: ${namespace}, service: {name: a, namespace: ${namespace}, port: 80},
   security: {${security}schemes: {login: {issuer: me, jwks_uri: "https://id.example.com/jwks", audiences: [a]}}}}
paths: {/a: {get: {security: []}}, "/a/{id}": {put: {security: [{login: [read]}]}}}
components: {securitySchemes: {login: {type: oauth2, flows: {}}}}
`;

/** Writes what Istio would write for a policy of a waypoint. */
async function sayWaypoint(namespace: string, status: 'True' | 'False', reason: string): Promise<void> {
  const conditions = [
    {type: 'WaypointAccepted', status, reason, message: 'said by a test', observedGeneration: '1'},
  ];
  const args = ['patch', OF_ISTIO[0] ?? '', 'a', '-n', namespace, '--subresource=status', '--type=merge'];
  await kubectl([...args, '-p', JSON.stringify({status: {conditions}})]);
}

it('writes those of Istio before routes, and settles without a status where Istio writes none', () =>
  withService(async (namespace) => {
    const {yes, write} = applyFolder(ofIstio(namespace, 'enforce: true, selector: {app: a}, ports: [80], '));
    const started = Date.now();
    const first = await yes();
    expect(first).toMatchObject({status: 0});
    expect(first.stderr).not.toContain('waiting');
    expect(Date.now() - started).toBeLessThan(30_000);
    const written = (await held(namespace)).sort(
      (a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion),
    );
    expect(written.map(({kind}) => kind)).toEqual([
      'AuthorizationPolicy',
      'RequestAuthentication',
      'HTTPRoute',
    ]);
    expect(await yes()).toEqual(ends(0, 'nothing to change\n'));
    write(ofIstio(namespace, 'enforce: false, '));
    expect(await yes()).toMatchObject({status: 0});
    expect((await held(namespace)).map(({kind}) => kind)).toEqual(['HTTPRoute', 'HTTPRoute']);
  }));

it('waits for the waypoint of a Service', () =>
  withService(async (namespace) => {
    const {yes, apigen} = applyFolder(ofIstio(namespace, 'enforce: true, '));
    const first = await yes();
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('waiting for up to 30 s until a gateway accepts 1 policy\n');
    expect(first.stderr).toContain(
      `error: AuthorizationPolicy ${namespace}/a is not in effect: not accepted by any gateway\n`,
    );
    await sayWaypoint(namespace, 'False', 'AncestorNotBound');
    const refused = await apigen('diff', 'a.yaml', '--cluster');
    expect(refused.stdout).toContain('-not accepted, AncestorNotBound: said by a test\n+accepted\n');
    await sayWaypoint(namespace, 'True', 'Accepted');
    expect(await yes()).toEqual(ends(0, 'nothing to change\n'));
    const foreign = {
      ...{
        apiVersion: 'security.istio.io/v1',
        kind: 'AuthorizationPolicy',
        metadata: {name: 'all', namespace},
      },
      spec: {targetRefs: [{group: '', kind: 'Service', name: 'a'}], rules: [{}]},
    };
    expect(await kubectl(['apply', '-f', '-'], JSON.stringify(foreign))).toMatchObject({status: 0});
    const widened = `AuthorizationPolicy ${namespace}/all lets others in too`;
    expect((await apigen('diff', 'a.yaml', '--cluster')).stdout).toContain(`-${widened}\n+accepted\n`);
    const again = await yes();
    expect(again.status).toBe(1);
    expect(again.stdout + again.stderr).toContain(widened);
  }));

const ofLinkerd = (namespace: string, more: string, cli = '') => `openapi: 3.1.0
x-apigen:
  mesh: linkerd
  target: httproute
  namespace: ${namespace}
  service: {name: a, namespace: ${namespace}, port: 80}
  security: {${more}}
  clients: [{namespace: shop, service_account: web}${cli}]
paths: {/a: {get: {}}, /b: {put: {}}}
`;
const IN_PODS = 'enforce: true, selector: {app: a}, ports: [80, 81], probes: [/healthz]';

it('writes those of Linkerd before routes, settles, and reports what lets others in', () =>
  withService(async (namespace) => {
    const {yes, write, apigen} = applyFolder(ofLinkerd(namespace, IN_PODS));
    const first = await yes();
    expect(first).toMatchObject({status: 0});
    expect(first.stderr).not.toContain('waiting');
    const inOrder = async () =>
      (await held(namespace))
        .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
        .map(({kind, metadata: {name}}) => `${kind} ${name.replace(/-[0-9a-f]{8}$/, '')}`);
    expect(await inOrder()).toEqual([
      ...['Server a.80', 'Server a.81', 'NetworkAuthentication a.public', 'MeshTLSAuthentication a.shop-web'],
      ...['AuthorizationPolicy a.public', 'AuthorizationPolicy a.shop-web'],
      ...['HTTPRoute a.public', 'HTTPRoute a.shop-web', 'HTTPRoute a'],
    ]);
    expect(await yes()).toEqual(ends(0, 'nothing to change\n'));
    write(ofLinkerd(namespace, IN_PODS.replace('80, 81', '80'), ', {namespace: shop, service_account: cli}'));
    expect(await yes()).toMatchObject({status: 0});
    expect((await inOrder()).filter((name) => !name.startsWith('HTTPRoute'))).toEqual([
      ...['Server a.80', 'NetworkAuthentication a.public', 'AuthorizationPolicy a.public'],
      ...['MeshTLSAuthentication a.shop-cli-shop-web', 'AuthorizationPolicy a.shop-cli-shop-web'],
    ]);
    expect(await yes()).toEqual(ends(0, 'nothing to change\n'));
    const targetRef = {kind: 'Namespace', name: namespace};
    const foreign = {
      ...{apiVersion: 'policy.linkerd.io/v1alpha1', kind: 'AuthorizationPolicy'},
      metadata: {name: 'all', namespace},
      spec: {targetRef, requiredAuthenticationRefs: []},
    };
    expect(await kubectl(['apply', '-f', '-'], JSON.stringify(foreign))).toMatchObject({status: 0});
    const widened = `AuthorizationPolicy ${namespace}/all lets others in too`;
    expect((await apigen('diff', 'a.yaml', '--cluster')).stdout).toContain(`-${widened}\n+accepted\n`);
    expect((await yes()).status).toBe(1);
    await kubectl(['delete', 'authorizationpolicies.policy.linkerd.io', 'all', '-n', namespace]);
    write(ofLinkerd(namespace, 'enforce: false').replace(/ {2}clients: .*\n/, ''));
    expect(await yes()).toMatchObject({status: 0});
    expect((await inOrder()).map((name) => name.split(' ')[0])).toEqual(['HTTPRoute', 'HTTPRoute']);
  }));

it('writes no route where a policy is refused', () =>
  withService(async (namespace) => {
    const role = `without-policies-of-${namespace}`;
    const rules = [
      {apiGroups: ['gateway.networking.k8s.io', 'mesh.io', 'linkerd.io'], resources: ['*'], verbs: ['*']},
      {apiGroups: ['gateway.envoyproxy.io', ''], resources: ['*'], verbs: ['get', 'list']},
    ];
    const clusterRole = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: {name: role},
      rules,
    };
    await kubectl(['apply', '-f', '-'], JSON.stringify(clusterRole));
    const kubeconfig = await kubeconfigOf(namespace, 'routes', role);
    const {yes} = applyFolder(describeApi(namespace), kubeconfig);
    const {status, stderr} = await yes();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `error: HTTPRoute ${namespace}/a.public-cc909380 was not applied: a policy for it was not applied\n`,
    );
    expect(await routesIn(namespace)).toEqual([]);
  }));

it('are kept with their route while another output of the run fails to take its requests', () =>
  withService(async (namespace) => {
    const ofGateway = describeApi(namespace).replace(
      '{name: public,',
      `{name: public, namespace: ${namespace},`,
    );
    const {apigen, write, apply} = applyFolder(ofGateway);
    await kubectl(['apply', '-f', '-'], (await apigen('mesh', 'a.yaml')).stdout);
    const before = await namesIn(namespace);
    expect(before).toHaveLength(6);
    write(ofGateway.replace(/^paths: .*$/m, 'paths: {}'));
    write(ofGateway.replace('"1.4", namespace: ', '"1.4", namespace: absent-'), 'b.yaml');
    const {status, stderr} = await apply('b.yaml', '--allow-empty', '--yes');
    expect(status).toBe(1);
    expect(stderr).toContain(
      `error: SecurityPolicy ${namespace}/a.public-cc909380 was not deleted: a route that it protects may be there\n`,
    );
    expect(await namesIn(namespace)).toEqual(before);
  }));

const repeated = (count: number, path: (n: number) => string) =>
  Array.from({length: count}, (_, n) => `${path(n)}: {get: {}}`).join(', ');
const WIDE = `"/{x}/{y}": {get: {security: []}}, ${repeated(9, (n) => `/p${n}/a`)}, ${repeated(12, (n) => `/s${n}`)}`;
const OTHER = `"/p1/{y}": {get: {security: []}}, ${repeated(9, (n) => `/p${n % 3}/a${n}`)}, /p1/a: {get: {}}, ${repeated(30, (n) => `/s${n}/t`)}`;
const REQUESTS = requestsOf(parse(`{${WIDE}, ${OTHER}}`, {uniqueKeys: false}), ['a'], ['GET']);

it('let nobody call after any write or deletion what he may not before and after', () =>
  withService(async (namespace) => {
    const describe = (paths: string) =>
      describeApi(namespace, 'enforce: true', paths).replace('{mesh:', '{group: operation, mesh:');
    const {yes, write, apigen} = applyFolder(describe(WIDE));
    const changes = [
      {text: WIDE, run: yes},
      {text: OTHER, run: yes},
      {text: WIDE, run: yes},
      {text: WIDE, run: () => apigen('delete', 'a.yaml', '--yes')},
    ];
    let before: State = new Map();
    for (const {text, run} of changes) {
      write(describe(text));
      const events = await watchProtectedRoutes(namespace, async () =>
        expect(await whileAccepted(namespace, run())).toMatchObject({status: 0}),
      );
      const writes = statesAfter(before, new Map(), events);
      expect(openedBy(writes, before, GATEWAY_RULE_OF['envoy-gateway'], REQUESTS)).toEqual([]);
      before = writes.at(-1)?.state ?? before;
    }
    expect(before).toEqual(new Map());
  }));
