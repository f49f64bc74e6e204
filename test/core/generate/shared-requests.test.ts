import {expect, test} from '@jest/globals';
import {check} from '../../../src/core/generate/check.ts';
import {type Claim, claimsOf, type Held, matchPlaces} from '../../../src/core/generate/claims.ts';
import {readDescribed} from '../../../src/core/generate/described.ts';
import {sharedRequests} from '../../../src/core/generate/shared-requests.ts';
import {resourceId, resourceOf} from '../../../src/core/kubernetes/resource.ts';
import {casesIn} from '../../cases-in.ts';

type Settings = Readonly<Record<string, unknown>>;

interface Given {
  /** Below `paths`: each has GET if it is a name alone. */
  readonly paths: readonly string[] | object;
  readonly settings?: Settings;
  readonly choices?: {readonly onlyDescribed?: boolean; readonly skipRules?: readonly string[]};
  readonly root?: object;
}

const GATEWAY = {'gateway.name': 'g', 'gateway.hostnames': ['api.example'], 'service.port': 80};

function claimsIn(owner: string, {paths, settings, choices, root}: Given, held?: Held): Claim[] {
  const items = Array.isArray(paths) ? Object.fromEntries(paths.map((one) => [one, {get: {}}])) : paths;
  const document = {openapi: '3.1.0', ...root, paths: items};
  const values = {mesh: 'envoy-gateway', ...GATEWAY, 'service.name': owner, ...settings} as const;
  const {output, toOrigin} = check(readDescribed(document, {uri: owner}), {settings: values, ...choices});
  if (output === undefined) return [];
  const own = {owner, places: matchPlaces(output, toOrigin), mesh: output.input.settings.get('mesh')};
  return output.objects.flatMap((object) => claimsOf(resourceOf(object), held, own));
}

const GROUP = 'gateway.networking.k8s.io/v1';

/** An object of a cluster, made on a day of January. */
const held = (kind: string, name: string, spec: object, day = 2) =>
  resourceOf({
    apiVersion: GROUP,
    kind,
    metadata: {name, namespace: 'default', creationTimestamp: `2026-01-0${day}T00:00:00Z`},
    spec,
  });

const shownOf = (claims: readonly Claim[]) =>
  sharedRequests(claims)
    .map(([owner, {severity, message}]) => `${owner}  ${severity}  ${message}`)
    .sort();

/** What two descriptions have in common, `foo` and `bar` by the names of their Services. */
const PAIRS = casesIn<{name: string; foo: Given; bar: Given; want: readonly string[]}>(
  import.meta.dirname,
  'shared-requests.yaml',
);

test.each(PAIRS)('two descriptions: $name', ({foo, bar, want}) => {
  expect(shownOf([...claimsIn('foo', foo), ...claimsIn('bar', bar)])).toEqual(want);
});

/** An HTTPRoute of a cluster by its `spec`, and the day of January on which that of the description was made, if it was. */
const HELD = casesIn<{name: string; spec: object; mesh?: string; day?: number; want: readonly string[]}>(
  import.meta.dirname,
  'shared-requests-in-a-cluster.yaml',
);

test.each(HELD)('an HTTPRoute in a cluster: $name', ({spec, want, mesh, day}) => {
  const listeners = [
    {name: 'a', hostname: '*.example'},
    {name: 'b', hostname: 'b.other'},
  ];
  const objects = [
    held('Gateway', 'g', {listeners}),
    held('HTTPRoute', 'web', spec),
    ...(day === undefined ? [] : [held('HTTPRoute', 'foo.g-e20c2606', {}, day)]),
  ];
  const cluster: Held = new Map(objects.map((one) => [resourceId(one), one]));
  const paths = ['/a', '/a/{id}', '/b/{id}'];
  const own = claimsIn('foo', {paths, ...(mesh && {settings: {mesh}})}, cluster);
  const others = objects.slice(1, 2).flatMap((one) => claimsOf(one, cluster));
  expect(shownOf([...own, ...others])).toEqual(want);
});

test('a thousand descriptions with the same path are compared with the first one', () => {
  const names = Array.from({length: 1000}, (_, index) => `s${1000 + index}`);
  const claims = names.flatMap((name) =>
    claimsIn(name, {paths: ['/health', `/${name}/{id}`, `/${name}/{id}/{part}`]}),
  );
  const shown = shownOf(claims);
  expect([shown.length, shown.at(-1)]).toEqual([
    2 * 999,
    `s1999  warning  s1000 matches requests of \`GET /health\` too: the older HTTPRoute wins`,
  ]);
});
