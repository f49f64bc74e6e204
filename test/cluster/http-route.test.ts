import {beforeAll, describe, expect, it} from '@jest/globals';
import {readCase} from '../golden-cases.ts';
import {establishRoutes} from './support/apply-folder.ts';
import {inNamespace, kubectl} from './support/clients.ts';
import {showLinkerd} from './support/control-planes.ts';
import {establish, gatewayCrd} from './support/crd.ts';
import {goldenObjects, moved} from './support/golden-objects.ts';
import {meshFolder} from './support/mesh-folder.ts';
import {expectSettled, SETTLED_WITHIN_MS} from './support/settled.ts';

/** Without policies, which no controller accepts here: `policies.test.ts` has those. */
const ROUTES = goldenObjects('HTTPRoute').filter(
  ({output}) => !/^kind: (SecurityPolicy|BackendTrafficPolicy|AuthorizationPolicy|Server)$/m.test(output),
);

/** What the standard channel has in no release before: names of rules, filters, `retry`. */
const RELEASES = [
  {version: 'v1.2.1', added: /^/},
  {version: 'v1.4.1', added: /^ {4}- name: /m},
  {version: 'v1.5.1', added: /\bfilters"?:/},
  {version: 'v1.7.0', added: /\bretry"?:/},
].map(({version}, index, all) => {
  const later = all.slice(index + 1);
  return {version, routes: ROUTES.filter(({output}) => !later.some(({added}) => added.test(output)))};
});

describe.each(RELEASES)('HTTPRoutes with the Gateway API $version', ({version, routes}) => {
  beforeAll(async () => {
    await showLinkerd();
    for (const name of ['httproutes', 'referencegrants', 'gateways'])
      await establish(await gatewayCrd(version, name));
  });

  it(
    'of all golden cases are held as they are written',
    () => expectSettled(routes.map(({golden}) => golden)),
    SETTLED_WITHIN_MS,
  );
});

describe('HTTPRoutes', () => {
  beforeAll(establishRoutes);

  it('are removed by their labels when they are no longer generated', () =>
    inNamespace(async (namespace) => {
      const labels =
        'app.kubernetes.io/managed-by=apigen,app.kubernetes.io/name=petstore,!apigen.dev/service-namespace';
      const pruned = ['--prune', '--prune-allowlist', 'gateway.networking.k8s.io/v1/HTTPRoute', '-l', labels];
      const names: string[] = [];
      for (const name of ['httproute-divided', 'httproute-shared-rules']) {
        const output = moved(readCase(name).want?.stdout ?? '', namespace);
        const applied = await kubectl(['apply', '-n', namespace, '-f', '-', ...pruned], output);
        expect(applied).toMatchObject({status: 0});
        const {stdout} = await kubectl(['get', 'httproutes', '-n', namespace, '-l', labels, '-o', 'name']);
        names.push(stdout.replaceAll('httproute.gateway.networking.k8s.io/', ''));
      }
      expect(names).toEqual([
        'petstore\npetstore.catch-all\npetstore.pets\n',
        'petstore\npetstore.catch-all\n',
      ]);
    }));

  it('of a mesh and of a Gateway do not prune each other', () =>
    inNamespace(async (namespace) => {
      const {mesh} = meshFolder({
        'a.yaml': `openapi: 3.1.0
x-apigen: {mesh: istio, gateway: {name: public}, namespace: ${namespace}, service: {name: a, namespace: ${namespace}, port: 80}}
paths: {/a: {get: {}}}
`,
      });
      const pruned = ['--prune', '--prune-allowlist', 'gateway.networking.k8s.io/v1/HTTPRoute', '-l'];
      const runs = [
        {args: [], label: 'apigen.dev/gateway=public'},
        {args: ['--gateway.name='], label: '!apigen.dev/service-namespace,!apigen.dev/gateway'},
        {args: [], label: 'apigen.dev/gateway=public'},
      ];
      for (const {args, label} of runs) {
        const {stdout} = await mesh('-i', 'a.yaml', ...args);
        const labels = `app.kubernetes.io/managed-by=apigen,app.kubernetes.io/name=a,${label}`;
        const applied = await kubectl(['apply', '-n', namespace, '-f', '-', ...pruned, labels], stdout);
        expect(applied).toMatchObject({status: 0});
      }
      const {stdout} = await kubectl(['get', 'httproutes', '-n', namespace, '-o', 'name']);
      expect(stdout.replaceAll('httproute.gateway.networking.k8s.io/', '')).toBe(
        'a\na.catch-all\na.public-cc909380\n',
      );
    }));

  it('of two namespaces have ReferenceGrants that do not prune each other, and are compared with the cluster', () =>
    inNamespace((store) =>
      inNamespace((shop) =>
        inNamespace(async (blog) => {
          const describeApi = (namespace: string) => `openapi: 3.1.0
x-apigen: {mesh: istio, gateway: {name: public, namespace: infra, hostnames: [a.example]}, namespace: ${namespace}, service: {name: a, namespace: ${store}, port: 80}}
paths: {/${namespace}: {get: {}}}
`;
          const {mesh, apigen} = meshFolder({'a.yaml': describeApi(shop), 'b.yaml': describeApi(blog)});
          const grants = ['referencegrants.gateway.networking.k8s.io', '-n', store];
          const service = ['create', 'service', 'clusterip', 'a', '--tcp=80', '-n', store];
          expect(await kubectl(service)).toMatchObject({status: 0});
          const kinds = ['v1/HTTPRoute', 'v1beta1/ReferenceGrant'].flatMap((kind) => [
            '--prune-allowlist',
            `gateway.networking.k8s.io/${kind}`,
          ]);
          for (const [file, namespace] of [
            ['a.yaml', shop],
            ['b.yaml', blog],
          ]) {
            const labels = `app.kubernetes.io/managed-by=apigen,app.kubernetes.io/name=a,apigen.dev/service-namespace=${store},apigen.dev/gateway=infra.public,apigen.dev/route-namespace=${namespace}`;
            const {stdout} = await mesh('-i', `${file}`);
            const applied = await kubectl(['apply', '-f', '-', '--prune', ...kinds, '-l', labels], stdout);
            expect(applied).toMatchObject({status: 0});
          }
          const [name, other] = [shop, blog].map((namespace) => `a.${namespace}.infra.public-f25c8184`);
          const {stdout} = await kubectl(['get', ...grants, '-o', 'jsonpath={.items[*].metadata.name}']);
          expect(stdout.split(' ').sort()).toEqual([name, other].sort());
          const diff = ['diff', '-i', 'a.yaml', '--cluster'];
          expect(await apigen(...diff)).toMatchObject({status: 0, stdout: ''});
          expect(await kubectl(['delete', ...grants, `${name}`])).toMatchObject({status: 0});
          expect(await apigen(...diff)).toEqual({
            status: 1,
            stdout: `--- cluster\n+++ a.yaml\n@@ a.yaml @@ ReferenceGrant ${store}/${name}\n+spec as generated\n`,
            stderr: '1 difference between the cluster and the description\n',
          });
        }),
      ),
    ));

  it('are compared with the cluster, those that are left over too', () =>
    inNamespace(async (namespace) => {
      const pathOf = (n: number) =>
        `  /g${n % 3}/p${n}: {get: {x-apigen: {timeouts: {request_timeout: ${n + 1}}}}}\n`;
      const describeApi = (count: number) =>
        `openapi: 3.1.0
x-apigen: {target: httproute, namespace: ${namespace}, service: {name: a, namespace: ${namespace}, port: 80}}
paths:
${Array.from({length: count}, (_, n) => pathOf(n)).join('')}`;
      const {write, apigen, mesh} = meshFolder({'a.yaml': describeApi(24)});
      const diff = ['diff', '-i', 'a.yaml', '--cluster'];
      const {stdout} = await mesh('-i', 'a.yaml');
      expect(stdout.match(/^kind: HTTPRoute$/gm)?.length).toBeGreaterThan(2);
      expect(await kubectl(['apply', '--server-side', '-f', '-'], stdout)).toMatchObject({status: 0});
      expect(await apigen(...diff)).toMatchObject({status: 0, stdout: ''});
      write('a.yaml', describeApi(21).replace('request_timeout: 2}', 'request_timeout: 30}'));
      expect(await apigen(...diff)).toEqual({
        status: 1,
        stdout: `--- cluster
+++ a.yaml
@@ a.yaml:5 @@ GET /g1/p1
-timeouts.request 2s
+timeouts.request 30s
@@ a.yaml @@ GET /g1/p22
-timeouts.request 23s
@@ a.yaml @@ GET /g2/p23
-timeouts.request 24s
@@ a.yaml @@ GET /g0/p21
-timeouts.request 22s
@@ a.yaml @@ HTTPRoute ${namespace}/a.g0-489e237b
+spec as generated
`,
        stderr: '5 differences between the cluster and the description\n',
      });
    }));
});
