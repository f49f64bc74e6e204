import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {generate} from '../../src/index.ts';
import {guard} from '../cluster/control-plane/guard.ts';
import {until} from '../cluster/control-plane/start.ts';
import type {Request} from '../meshes/request.ts';
import {ask} from './ask.ts';
import {connectedNetwork} from './contour-network.ts';
import {startEchoServer} from './echo-server.ts';
import {startIstio} from './istio.ts';
import {applyObjects, LIVE_GATEWAY, type LiveGateway, serveLive} from './live-gateway.ts';
import {gatewayPrograms} from './programs.ts';
import {digest} from './recordings.ts';
import {
  describedBy,
  headersWith,
  isPublic,
  isServed,
  isSigned,
  pathOf,
  type Row,
  requestsNear,
  securedOperations,
  securityRows,
  statusFor,
  TOKENS,
} from './secured-operations.ts';
import {placedIn} from './served.ts';
import {withKeys} from './tokens.ts';

/** What Istio answered about a row of `security.yaml`. */
interface Recording {
  readonly title: string;
  /** A digest of its policies. */
  readonly policies: string;
  /** By operation the status for each token, in their order. */
  readonly statuses: Readonly<Record<string, readonly number[]>>;
  /** By operation the requests near it that reach the Service without a token. */
  readonly open: Readonly<Record<string, readonly string[]>>;
}

const FILE = path.join(import.meta.dirname, 'recordings/istio-policies.jsonl');
const {APIGEN_TEST_ISTIO: pilot, APIGEN_REWRITE_CASES} = process.env;
const HOST = 'policies.example';

/** All requests reach the Service where no policy refuses them. */
const ROUTE = {
  ...{apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute'},
  metadata: {name: 'pets', namespace: 'shop'},
  spec: {
    ...{parentRefs: [LIVE_GATEWAY], hostnames: [HOST]},
    rules: [{matches: [{path: {type: 'PathPrefix', value: '/'}}], backendRefs: [{name: 'pets', port: 80}]}],
  },
} as const;

const options = {settings: {...placedIn('shop', 'istio-service'), 'service.name': 'pets'}} as const;

/** The policies of a row, for the proxy of the gateway instead of a Service; none if they cannot express it. */
function policiesOf(row: Row): KubernetesObject[] {
  const {name, namespace} = LIVE_GATEWAY;
  return generate(describedBy(row), options)
    .objects.filter(({apiVersion}) => apiVersion.startsWith('security.istio.io'))
    .map(({metadata, spec, ...object}) => ({
      ...{...object, metadata: {...metadata, namespace}},
      spec: {
        ...JSON.parse(JSON.stringify(spec)),
        targetRefs: undefined,
        selector: {matchLabels: {app: name}},
      },
    }));
}

const rows = securityRows.filter((row) => policiesOf(row).length > 0);
const policiesDigest = (row: Row) => digest(JSON.stringify(policiesOf(row)));
const operationsOf = ({title}: Row) => securedOperations.filter((one) => one.title === title);

/** A policy that also allows a path with a token: once that is served, the policies of a row are in effect. */
function withPath({spec, ...policy}: KubernetesObject, ready: string): KubernetesObject {
  const {rules, ...rest} = JSON.parse(JSON.stringify(spec));
  const when = [{key: 'request.auth.claims[iss]', values: ['https://id.example.com/']}];
  const rule = {to: [{operation: {paths: [ready]}}], when};
  return {
    ...policy,
    spec: {...rest, ...(policy.kind === 'AuthorizationPolicy' && {rules: [...rules, rule]})},
  };
}

/** Asks all operations of a row with all tokens, and without one what is near. */
async function recordingOf(row: Row, live: LiveGateway): Promise<Recording> {
  const statusOf = async (request: Request, headers = {}) =>
    (await ask(live.place, {...request, host: HOST, headers})).status;
  const ready = `/ready/${policiesDigest(row)}`;
  await applyObjects(live, withKeys(policiesOf(row).map((policy) => withPath(policy, ready))));
  const isReady = async (headers: object) => (await statusOf({method: 'GET', path: ready}, headers)) === 200;
  await until(async () => !(await isReady({})) && isReady(headersWith(TOKENS.plain)));
  const statuses: Record<string, number[]> = {};
  const open: Record<string, string[]> = {};
  for (const {method, path: template, operation} of operationsOf(row)) {
    const name = `${method} ${template}`;
    const request = {method, path: pathOf(template)};
    statuses[name] = [];
    for (const token of Object.values(TOKENS))
      statuses[name].push(await statusOf(request, headersWith(token)));
    if (isServed(row, operation, undefined)) continue;
    open[name] = [];
    for (const near of requestsNear(method, request.path))
      if ((await statusOf(near)) === 200) open[name].push(`${near.method} ${near.path}`);
  }
  return {title: row.title, policies: policiesDigest(row), statuses, open};
}

describe('Istio lets those call who may, as it was recorded', () => {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').trimEnd().split('\n') : [];
  let recordings: readonly Recording[] = lines.map((line) => JSON.parse(line));
  const guarded = pilot === undefined ? undefined : guard();

  beforeAll(async () => {
    if (!guarded) return;
    const {kubernetes = '', envoy = ''} = gatewayPrograms() ?? {};
    const network = await connectedNetwork(guarded);
    const live = await startIstio({kubernetes, envoy, pilot: `${pilot}`}, network, guarded);
    const echo = await startEchoServer(live.servers);
    await serveLive(live, [ROUTE], echo.port);
    const asked: Recording[] = [];
    for (const row of rows) asked.push(await recordingOf(row, live));
    echo.stop();
    if (APIGEN_REWRITE_CASES) writeFileSync(FILE, asked.map((one) => `${JSON.stringify(one)}\n`).join(''));
    else expect(asked).toEqual(recordings);
    recordings = asked;
  }, 300_000);
  afterAll(() => guarded?.close());

  test('every row that the policies express is recorded as they are now', () => {
    expect(recordings.map(({title, policies}) => ({title, policies}))).toEqual(
      rows.map((row) => ({title: row.title, policies: policiesDigest(row)})),
    );
  });

  test.each(securedOperations.filter(({row}) => rows.includes(row)))(
    '$title: $method $path',
    ({row, method, path: template, operation}) => {
      const name = `${method} ${template}`;
      const recording = recordings.find(({title}) => title === row.title);
      const statuses = recording?.statuses[name] ?? [];
      const match = statusFor(describedBy(row), options);
      const everybody = isServed(row, operation, undefined);
      const differences = Object.entries(TOKENS).flatMap(([title, token], index) => {
        const status = statuses[index] ?? 0;
        const isWrong = status === 200 && !everybody && !isServed(row, operation, token);
        const byMatch = isSigned(token) ? match(name, {...token?.claims}) : status;
        return isWrong || byMatch !== status ? [`${title}: ${status}, ${byMatch} by \`routes match\``] : [];
      });
      const near = (recording?.open[name] ?? []).filter((request) => !isOfPublic(row, request));
      expect({differences, near}).toEqual({differences: [], near: []});
    },
  );
});

/** Whether a request is one of an operation that everybody may call. */
function isOfPublic(row: Row, request: string): boolean {
  const [method = '', target = ''] = request.split(' ');
  return Object.keys(row.paths).some((template) => {
    const expression = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return expression.test(target.replace(/\?.*/, '')) && isPublic(row, `${method} ${template}`);
  });
}
