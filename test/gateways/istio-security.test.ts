import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../src/core/base/json.ts';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {generate} from '../../src/index.ts';
import {guard} from '../cluster/control-plane/guard.ts';
import {until} from '../cluster/control-plane/start.ts';
import {istioAnswer} from '../meshes/istio-policies.ts';
import type {Request} from '../meshes/request.ts';
import {ask} from './ask.ts';
import {connectedNetwork} from './contour-network.ts';
import {startEchoServer} from './echo-server.ts';
import {startIstio} from './istio.ts';
import {CLIENTS} from './istio-identities.ts';
import {POD} from './istio-pod.ts';
import {applyObjects} from './live-gateway.ts';
import {gatewayPrograms} from './programs.ts';
import {digest} from './recordings.ts';
import {
  clientRows,
  describedBy,
  isPublic,
  operationsOf,
  type Row,
  SENT_TOKENS,
  securityRows,
  statusFor,
} from './secured-operations.ts';
import {placedIn} from './served.ts';
import {withKeys} from './tokens.ts';

/** What Istio answered about a row of `security.yaml` or `clients.yaml`. */
interface Recording {
  readonly title: string;
  /** A digest of its policies. */
  readonly policies: string;
  /** By operation the status for each token, in their order, and by client where it has others than the first one. */
  readonly statuses: Readonly<Record<string, readonly number[]>>;
  /** By operation the requests near it, without a token and by the first client, that reach the Service. */
  readonly open: Readonly<Record<string, readonly string[]>>;
}

const {APIGEN_TEST_ISTIO: pilot, APIGEN_REWRITE_CASES} = process.env;
const HOST = 'policies.example';

const options = {settings: {...placedIn('shop', 'istio-service'), 'service.name': 'pets'}} as const;

const inMesh = {rows: [...securityRows, ...clientRows], clients: CLIENTS};
/** Where the policies are: at the proxy of a pod, or at a waypoint; and which clients ask there. */
const PLACES = {
  pod: {...inMesh, clients: [undefined, ...CLIENTS]},
  waypoint: inMesh,
} as const;
type PlaceName = keyof typeof PLACES;

/** The description of a row, for the pod as it is for a user. */
function describedAt(place: PlaceName, row: Row) {
  const {settings, ...described} = row;
  const security = {...settings?.security, selector: POD.labels, ports: [POD.ports.http]};
  return describedBy(place === 'pod' ? {...described, settings: {...settings, security}} : row);
}

/** The policies of a row; none if they cannot express it. */
function policiesOf(place: PlaceName, row: Row): KubernetesObject[] {
  return generate(describedAt(place, row), options).objects.filter(({apiVersion}) =>
    apiVersion.startsWith('security.istio.io'),
  );
}

/** What is asked with each token: an operation, what is not described, or another port. */
interface Asks {
  readonly name: string;
  readonly request: Request;
  readonly port?: number;
  readonly near?: readonly Request[];
  /** Those that may call; all if there are none. */
  readonly clients?: readonly string[];
  readonly isServed: (token?: (typeof SENT_TOKENS)[number]['token']) => boolean;
  /** By `apigen routes match`, to a client that may call. */
  readonly statusFor?: (claims: JsonMap) => number;
}

const {http: API, ...OTHERS} = POD.ports;
const get = (path: string) => ({request: {method: 'GET', path}});
/** What is asked besides operations. In a pod other ports stay as they are, and those of a Service are closed. */
const OTHERS_AT: Readonly<Record<PlaceName, readonly Asks[]>> = {
  pod: Object.entries(OTHERS).map(([name, port]) => ({name, port, ...get('/'), isServed: () => true})),
  waypoint: [{name: 'http-metrics', port: OTHERS['http-metrics'], ...get('/'), isServed: () => false}],
};
const NOT_DESCRIBED = {name: 'not described', ...get('/not/described/at/all'), isServed: () => false};

/** The rows that policies express, with what they are asked. */
function rowsAt(place: PlaceName) {
  return PLACES[place].rows.flatMap((row) => {
    const policies = policiesOf(place, row);
    if (policies.length === 0) return [];
    const statusOf = statusFor(describedAt(place, row), options);
    const described = operationsOf(row).map((one) => ({
      ...{...one, statusFor: (claims: JsonMap) => statusOf(one.name, claims)},
    }));
    const asks: readonly Asks[] = [...described, NOT_DESCRIBED, ...OTHERS_AT[place]];
    return {row, title: row.title, policies, digest: digest(JSON.stringify(policies)), asks};
  });
}

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

type Asked = ReturnType<typeof rowsAt>[number];

/** Asks all that a row is asked, by all clients with all tokens, and without either what is near. */
async function recordingOf(
  row: Asked,
  place: PlaceName,
  {agents, ...live}: Awaited<ReturnType<typeof startIstio>>,
) {
  const [usual, ...others] = PLACES[place].clients;
  const statusOf = async (
    request: Parameters<typeof ask>[1],
    port = live.place.port,
    client: string | undefined = usual,
  ) => (await ask({...live.place, port}, {...request, host: HOST, identity: agents.get(client)})).status;
  const ready = {method: 'GET', path: `/ready/${row.digest}`};
  await applyObjects(live, withKeys(row.policies.map((policy) => withPath(policy, ready.path))));
  const {headers = {}} = SENT_TOKENS.find(({title}) => title === 'plain') ?? {};
  await until(async () => (await statusOf(ready)) !== 200 && (await statusOf({...ready, headers})) === 200);
  // What is open keeps the policies that it began with.
  for (const agent of agents.values()) agent.destroy();
  const statuses: Record<string, number[]> = {};
  const open: Record<string, string[]> = {};
  for (const {name, request, port, near, clients = [], isServed} of row.asks) {
    const statusesBy = async (client?: string) => {
      const own: number[] = [];
      for (const {headers} of SENT_TOKENS) own.push(await statusOf({...request, headers}, port, client));
      return own;
    };
    const own = await statusesBy();
    statuses[name] = own;
    for (const client of others) {
      const different = await statusesBy(client);
      if (`${different}` !== `${own}`) statuses[`${name} by ${client}`] = different;
    }
    if (!near || (clients.length === 0 && isServed())) continue;
    open[name] = [];
    for (const one of near) if ((await statusOf(one)) === 200) open[name].push(`${one.method} ${one.path}`);
  }
  return {title: row.title, policies: row.digest, statuses, open} satisfies Recording;
}

describe.each(['pod', 'waypoint'] as const)(
  'Istio lets those call who may, as it was recorded: %s',
  (place) => {
    const file = path.join(import.meta.dirname, `recordings/istio-${place}-policies.jsonl`);
    const rows = rowsAt(place);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    let recordings: readonly Recording[] = lines.map((line) => JSON.parse(line));
    const guarded = pilot === undefined ? undefined : guard();

    beforeAll(async () => {
      if (!guarded) return;
      const {kubernetes = '', envoy = ''} = gatewayPrograms() ?? {};
      const network = await connectedNetwork(guarded);
      const live = await startIstio({kubernetes, envoy, pilot: `${pilot}`}, network, guarded, place);
      const echo = await startEchoServer(live.servers);
      const asked: Recording[] = [];
      for (const row of rows) asked.push(await recordingOf(row, place, live));
      echo.stop();
      if (APIGEN_REWRITE_CASES) writeFileSync(file, asked.map((one) => `${JSON.stringify(one)}\n`).join(''));
      else expect(asked).toEqual(recordings);
      recordings = asked;
    }, 300_000);
    afterAll(() => guarded?.close());

    test('every row that the policies express is recorded as they are now', () => {
      expect(recordings.map(({title, policies}) => ({title, policies}))).toEqual(
        rows.map(({title, digest: policies}) => ({title, policies})),
      );
    });

    test.each(rows.flatMap(({asks, ...row}) => asks.map((one) => ({...row, ...one}))))(
      '$title: $name',
      ({row, title, policies, name, request, port = API, clients = [], isServed, statusFor}) => {
        const recording = recordings.find((one) => one.title === title);
        const differences = PLACES[place].clients.flatMap((client) => {
          const mayCall = clients.length === 0 || clients.some((one) => one === client);
          const statuses = recording?.statuses[`${name} by ${client}`] ?? recording?.statuses[name] ?? [];
          return SENT_TOKENS.flatMap(({title, token, claims}, index) => {
            const status = statuses[index] ?? 0;
            const isWrong = status === 200 && !(mayCall && (isServed() || isServed(token)));
            const isRead = token && claims && port !== OTHERS['tcp-data'];
            const sender = {client: client ?? '', port: `${port}`, ...(isRead && {claims})};
            const answer = istioAnswer(policies, request, sender);
            const hasTimes = !claims || 'exp' in claims || 'nbf' in claims;
            const byModel = hasTimes ? status : answer === 'served' ? 200 : answer;
            const forClients = claims && statusFor ? statusFor(claims) : status;
            const byMatch = forClients === 200 && !mayCall ? 403 : forClients;
            const text = `${title} by ${client}: ${status}, ${byMatch} by \`routes match\`, ${byModel} by the model`;
            return isWrong || byMatch !== status || byModel !== status ? [text] : [];
          });
        });
        const near = (recording?.open[name] ?? []).filter((one) => !isOfPublic(row, one));
        expect({differences, near}).toEqual({differences: [], near: []});
      },
    );
  },
);

/** Whether a request is one of an operation that everybody may call. */
function isOfPublic(row: Row, request: string): boolean {
  const [method = '', target = ''] = request.split(' ');
  return Object.keys(row.paths).some((template) => {
    const expression = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return expression.test(target.replace(/\?.*/, '')) && isPublic(row, `${method} ${template}`);
  });
}
