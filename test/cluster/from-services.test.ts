import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {MESH_NAMES} from '../../src/core/meshes.ts';
import {ends} from '../start-cli.ts';
import {helm, inNamespace, kubectl} from './support/clients.ts';
import {establish, gatewayCrd, SERVICE_PROFILE_CRD} from './support/crd.ts';
import {kubeconfigOfAccount} from './support/kubeconfigs.ts';
import {meshFolder} from './support/mesh-folder.ts';
import {type Page, servedServices} from './support/served-services.ts';

const CHART = path.resolve(import.meta.dirname, '..', '..', 'charts', 'apigen-routes');

/** Installs the chart, whose account asks Services through the API server, for a namespace. Returns apigen with that account. */
async function installed(namespace: string, ...more: string[]) {
  const sets = ['allNamespaces=false', 'fetch=proxy', 'suspend=true', ...more];
  const args = ['install', 'routes', CHART, '-n', namespace, ...sets.flatMap((set) => ['--set', set])];
  expect(await helm(3, args)).toMatchObject({status: 0});
  const {apigen} = meshFolder({}, await kubeconfigOfAccount(namespace, 'routes-apigen-routes'));
  return (command: string, ...flags: string[]) =>
    apigen(command, '--from-services', '-n', namespace, '--mesh', 'istio', ...flags);
}

const describeApi = (route: string, root = '') => `openapi: 3.1.0\n${root}paths:\n  ${route}: {get: {}}\n`;
const BROKEN: readonly Page[] = [
  describeApi('/a', 'x-apigen: {mesh: none}\n'),
  'openapi: [',
  {location: '/for-ever'},
];

/** What is printed, with `shop` for the namespace, and columns next to each other. */
const shown = (text: string, namespace: string) =>
  text.replaceAll(namespace, 'shop').replaceAll(/ {2,}/g, '  ');

const eventsIn = async (namespace: string) => {
  const fields = 'jsonpath={range .items[*]}{.involvedObject.name} {.type} {.reason} {.message}{"\\n"}{end}';
  const {stdout} = await kubectl(['get', 'events', '-n', namespace, '-o', fields]);
  const lines = shown(stdout, namespace).split('\n');
  return lines.filter((line) => /Routes|Description/.test(line)).sort();
};
const routesIn = async (namespace: string) => {
  const names = 'jsonpath={range .items[*]}{.metadata.name}{"\\n"}{end}';
  const {stdout} = await kubectl(['get', 'httproutes', '-n', namespace, '-o', names]);
  return stdout.trim().split('\n');
};

const removed = (name: string, route: string) => `@@ shop/${name} @@ ${route}\n-no settings\n`;
const PROBLEMS = `http://api-0.shop.svc/openapi.yaml:2:18  error  setting-value: invalid \`mesh\` "none": expected one of ${MESH_NAMES.join(', ')}
  for example \`mesh: "istio"\`
http://api-1.shop.svc/openapi.yaml:1:11  error: invalid YAML: missing closing ]
  close it, or indent the lines in it more than its key
http://api-2.shop.svc/openapi.yaml  error: more than 10 redirects
  use the final address
3 errors in 40 Services
`;
const FAILED = `SERVICE  ROUTES  CHANGED  RESULT
shop/api-0  -  -  failed
shop/api-1  -  -  failed
shop/api-2  -  -  failed
`;
const THREE_BROKEN = `${PROBLEMS}context: routes-apigen-routes
${FAILED}shop/api-3  2  2  1 applied
36 Services unchanged
`;
const UNCHANGED = `${PROBLEMS}${FAILED}37 Services unchanged\n`;
const REMOVED = {
  status: 1,
  stdout: ['gone', 'plain']
    .map(
      (name) =>
        `--- cluster\n+++ shop/${name}\n${removed(name, 'GET /a')}${removed(name, 'what is not described')}`,
    )
    .join(''),
  stderr: '4 differences between the cluster and 3 Services\n',
};
const APPLIED = 'Normal RoutesApplied 2 routes; objects:';
const ONE_REFUSED = `SERVICE  ROUTES  CHANGED  RESULT
shop/asks  -  -  failed
shop/other  2  2  1 applied
`;
const EVENTS = [
  `api-0 ${APPLIED} 2 applied`,
  `api-0 Warning DescriptionInvalid http://api-0.shop.svc/openapi.yaml:2:18  error  setting-value: invalid \`mesh\` "none": expected one of ${MESH_NAMES.join(', ')}`,
  `api-1 ${APPLIED} 2 applied`,
  'api-1 Warning DescriptionInvalid http://api-1.shop.svc/openapi.yaml:1:11  error: invalid YAML: missing closing ]',
  `api-2 ${APPLIED} 2 applied`,
  'api-2 Warning DescriptionInvalid http://api-2.shop.svc/openapi.yaml  error: more than 10 redirects',
  `api-3 ${APPLIED} 1 applied`,
  `api-4 ${APPLIED} 2 applied`,
];

beforeAll(async () => {
  await establish(SERVICE_PROFILE_CRD);
  await establish(await gatewayCrd('v1.7.0', 'httproutes'));
});

it('applies what 40 Services serve of which 3 are broken, whose routes stay', () =>
  inNamespace(async (namespace) => {
    const names = Array.from({length: 40}, (_, index) => `api-${index}`);
    const pages = Object.fromEntries(names.map((name) => [name, describeApi(`/${name}`)]));
    const served = await servedServices(namespace, pages);
    try {
      const run = await installed(namespace);
      expect(await run('apply', '--yes')).toMatchObject({status: 0});
      expect(await routesIn(namespace)).toHaveLength(80);
      for (const [index, page] of BROKEN.entries()) served.pages[`api-${index}`] = page;
      served.pages['api-3'] = describeApi('/other');
      const changed = await run('apply', '--yes');
      expect(changed.status).toBe(1);
      expect(shown(changed.stderr, namespace)).toBe(THREE_BROKEN);
      expect(await routesIn(namespace)).toHaveLength(80);
      const events = await eventsIn(namespace);
      expect(events.filter((line) => /^api-[0-4] /.test(line))).toEqual(EVENTS);
      const again = await run('apply', '--yes');
      expect(again.status).toBe(1);
      expect(shown(again.stderr, namespace)).toBe(UNCHANGED);
    } finally {
      await served.close();
    }
  }));

it('deletes the routes of Services without the annotation and of those that are gone, but no others', () =>
  inNamespace(async (namespace) => {
    const pages = {annotated: describeApi('/a'), gone: describeApi('/a'), plain: describeApi('/a')};
    const served = await servedServices(namespace, pages);
    try {
      const run = await installed(namespace);
      expect(await run('apply', '--yes')).toMatchObject({status: 0});
      expect(await kubectl(['delete', 'service', 'gone', '-n', namespace])).toMatchObject({status: 0});
      const annotate = ['annotate', 'service', 'plain', 'apigen.dev/openapi-', '-n', namespace];
      expect(await kubectl(annotate)).toMatchObject({status: 0});
      const create = ['create', 'service', 'clusterip', 'file', '--tcp=80', '-n', namespace];
      expect(await kubectl(create)).toMatchObject({status: 0});
      const ofFile = await meshFolder({'api.yaml': describeApi('/a')}).apigen(
        ...['apply', 'api.yaml', '--yes', '--mesh', 'istio', '-n', namespace],
        ...['--service.name', 'file', '--service.namespace', namespace],
      );
      expect(ofFile).toMatchObject({status: 0});
      const diff = await run('diff', '--cluster');
      expect({...diff, stdout: shown(diff.stdout, namespace)}).toEqual(REMOVED);
      // Of one that is gone, nobody knows what labels it had.
      expect(await run('diff', '--cluster', '-l', 'app=shop')).toMatchObject({status: 0, stdout: ''});
      expect(await run('apply', '--yes')).toMatchObject({status: 0});
      const left = ['annotated', 'annotated.catch-all', 'file', 'file.catch-all'];
      expect(await routesIn(namespace)).toEqual(left);
      expect(await run('apply', '--yes')).toEqual(ends(0, 'nothing to change\n'));
    } finally {
      await served.close();
    }
  }));

it('applies the others where a Service asks for a kind that the account may not read', () =>
  inNamespace(async (namespace) => {
    const pages: Record<string, Page> = {asks: describeApi('/a'), other: describeApi('/a')};
    const served = await servedServices(namespace, pages);
    try {
      const run = await installed(namespace, 'kinds={httproutes.gateway.networking.k8s.io}');
      expect(await run('apply', '--yes')).toMatchObject({status: 0});
      const annotate = ['annotate', 'service', 'asks', 'apigen.dev/settings=mesh: linkerd', '-n', namespace];
      expect(await kubectl(annotate)).toMatchObject({status: 0});
      served.pages.other = describeApi('/b');
      const {status, stderr} = await run('apply', '--yes');
      expect({status, table: shown(stderr, namespace).slice(-ONE_REFUSED.length)}).toEqual({
        status: 1,
        table: ONE_REFUSED,
      });
      expect(await routesIn(namespace)).toHaveLength(4);
      expect((await eventsIn(namespace))[1]).toMatch(/^asks Warning RoutesNotApplied http:.*serviceprofiles/);
    } finally {
      await served.close();
    }
  }));

it('gives the credentials to nobody', () =>
  inNamespace(async (namespace) => {
    const elsewhere = await servedServices(namespace, {});
    const served = await servedServices(namespace, {leaves: {location: elsewhere.address}});
    try {
      const run = await installed(namespace);
      const address = `http://leaves.${namespace}.svc/openapi.yaml`;
      const refused = `${address}  error: redirect to another host (HTTP 302)\n    use the final address\n1 error in 1 Service\n`;
      expect(await run('lint')).toEqual(ends(1, refused));
      expect(served.requests).toEqual(['leaves /openapi.yaml without credentials']);
      expect(elsewhere.requests).toEqual([]);
    } finally {
      await served.close();
      await elsewhere.close();
    }
  }));
