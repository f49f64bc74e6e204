import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {generate} from '../../src/index.ts';
import {guard} from '../cluster/control-plane/guard.ts';
import {until} from '../cluster/control-plane/start.ts';
import {ask} from './ask.ts';
import {connectedNetwork} from './contour-network.ts';
import {startEchoServer} from './echo-server.ts';
import {startIstio} from './istio.ts';
import {applyObjects, LIVE_GATEWAY, type LiveGateway, serveLive} from './live-gateway.ts';
import {gatewayPrograms} from './programs.ts';
import {digest} from './recordings.ts';
import {
  describedBy,
  isPublic,
  type Row,
  SENT_TOKENS,
  securedOperations,
  securityRows,
  statusFor,
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

/** The rows that policies express, and the status by `apigen routes match`. */
const rows = securityRows.flatMap((row) => {
  const policies = policiesOf(row);
  if (policies.length === 0) return [];
  const operations = securedOperations.filter((one) => one.row === row);
  const statusOf = statusFor(describedBy(row), options);
  return {title: row.title, policies, digest: digest(JSON.stringify(policies)), operations, statusOf};
});

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
async function recordingOf(row: (typeof rows)[number], live: LiveGateway): Promise<Recording> {
  const statusOf = async (request: Parameters<typeof ask>[1]) =>
    (await ask(live.place, {...request, host: HOST})).status;
  const ready = {method: 'GET', path: `/ready/${row.digest}`};
  await applyObjects(live, withKeys(row.policies.map((policy) => withPath(policy, ready.path))));
  const {headers = {}} = SENT_TOKENS.find(({title}) => title === 'plain') ?? {};
  await until(async () => (await statusOf(ready)) !== 200 && (await statusOf({...ready, headers})) === 200);
  const statuses: Record<string, number[]> = {};
  const open: Record<string, string[]> = {};
  for (const {name, request, near, isServed} of row.operations) {
    statuses[name] = [];
    for (const {headers} of SENT_TOKENS) statuses[name].push(await statusOf({...request, headers}));
    if (isServed()) continue;
    open[name] = [];
    for (const one of near) if ((await statusOf(one)) === 200) open[name].push(`${one.method} ${one.path}`);
  }
  return {title: row.title, policies: row.digest, statuses, open};
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
      rows.map(({title, digest: policies}) => ({title, policies})),
    );
  });

  test.each(rows.flatMap(({operations, statusOf}) => operations.map((one) => ({...one, statusOf}))))(
    '$title: $name',
    ({row, name, isServed, statusOf}) => {
      const recording = recordings.find(({title}) => title === row.title);
      const statuses = recording?.statuses[name] ?? [];
      const differences = SENT_TOKENS.flatMap(({title, token, claims}, index) => {
        const status = statuses[index] ?? 0;
        const isWrong = status === 200 && !isServed() && !isServed(token);
        const byMatch = claims ? statusOf(name, claims) : status;
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
