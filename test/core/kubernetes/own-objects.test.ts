import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';
import {relationTo, selectorOf, serviceOfOwn} from '../../../src/core/kubernetes/own-objects.ts';
import {resourceOf} from '../../../src/core/kubernetes/resource.ts';
import type {FlagValues} from '../../../src/core/settings/table.ts';

const SERVICE: FlagValues = {'service.name': 'a', 'service.namespace': 'shop', namespace: 'shop'};
const CONSUMER: FlagValues = {...SERVICE, namespace: 'blog'};
const GATEWAY: FlagValues = {mesh: 'istio', 'gateway.name': 'public'};

function generated(settings: FlagValues) {
  const {objects, own} = generate(
    {openapi: '3.1.0', paths: {'/a': {get: {}}}},
    {settings: {'service.port': 80, ...settings}},
  );
  return {objects: objects.map((object) => resourceOf(object, '')), kinds: own()};
}

const HTTP_ROUTES = 'gateway.networking.k8s.io/v1 HTTPRoute';
const GRANTS = 'gateway.networking.k8s.io/v1beta1 ReferenceGrant';
const PROFILES = ['mesh.io/v1alpha2', 'linkerd.io/v1alpha2'].map(
  (version) => `${version} ServiceProfile shop`,
);
const LABELS = 'app.kubernetes.io/managed-by=apigen,app.kubernetes.io/name=a';
const OF_SHOP = `${LABELS},apigen.dev/service-namespace=shop`;

test.each([
  {
    name: 'a Service',
    settings: SERVICE,
    want: [
      `${HTTP_ROUTES} shop ${LABELS},!apigen.dev/service-namespace,!apigen.dev/gateway,!apigen.dev/route-namespace`,
      ...PROFILES.map((profile) => `${profile} a.shop.svc.cluster.local`),
    ],
  },
  {
    name: 'a Gateway, for a Service in another namespace',
    settings: {...CONSUMER, ...GATEWAY},
    want: [
      `${HTTP_ROUTES} blog ${OF_SHOP},apigen.dev/gateway=public,apigen.dev/route-namespace=blog`,
      `${GRANTS} shop ${OF_SHOP},apigen.dev/gateway=public,apigen.dev/route-namespace=blog`,
    ],
  },
])('the objects of $name are looked for by kind, namespace and labels', ({settings, want}) => {
  const {kinds} = generated(settings);
  expect(
    kinds.map(({apiVersion, kind, namespace, name, labels}) =>
      [apiVersion, kind, namespace, name ?? (labels && selectorOf(labels))].join(' '),
    ),
  ).toEqual(want);
});

const OWN = ['own'];
const ELSEWHERE = ['other gateway'];

test.each([
  {name: 'with the same settings', before: SERVICE, now: SERVICE, want: ['not ours']},
  {name: 'as HTTPRoute', before: {...SERVICE, target: 'httproute'}, now: SERVICE, want: OWN},
  {name: 'for a Gateway', before: {...SERVICE, ...GATEWAY}, now: {...SERVICE, ...GATEWAY}, want: OWN},
  {
    name: 'for another Gateway',
    before: {...SERVICE, ...GATEWAY},
    now: {...SERVICE, ...GATEWAY, 'gateway.name': 'edge'},
    want: ELSEWHERE,
  },
  {
    name: 'for a Gateway, now for the mesh',
    before: {...SERVICE, ...GATEWAY},
    now: SERVICE,
    want: ELSEWHERE,
  },
  {
    name: 'with a ReferenceGrant for a Gateway, now for the mesh',
    before: {...CONSUMER, ...GATEWAY},
    now: {...CONSUMER, mesh: 'istio'},
    want: [...ELSEWHERE, ...ELSEWHERE],
  },
  {
    name: 'with a ReferenceGrant for another namespace',
    before: {...CONSUMER, ...GATEWAY},
    now: {...CONSUMER, ...GATEWAY, namespace: 'news'},
    want: [],
  },
  {
    name: 'for another Service',
    before: {...SERVICE, target: 'httproute', 'service.name': 'b'},
    now: SERVICE,
    want: [],
  },
  {
    name: 'for a Service of the same name in another namespace',
    before: {...SERVICE, target: 'httproute', 'service.namespace': 'store'},
    now: SERVICE,
    want: [],
  },
] satisfies {name: string; before: FlagValues; now: FlagValues; want: readonly string[]}[])(
  'an object that was generated $name: $want',
  ({before, now, want}) => {
    const {kinds} = generated(now);
    const objects = generated(before).objects.filter(({name}) => !name.endsWith('catch-all'));
    expect(objects.flatMap((object) => kinds.flatMap((kind) => relationTo(kind, object) ?? []))).toEqual(
      want,
    );
  },
);

const A = {name: 'a', namespace: 'shop'};

test.each([
  {manager: 'apigen', operation: 'Apply', want: A},
  {manager: 'apigen', operation: 'Update', want: undefined},
  {manager: 'kubectl', operation: 'Apply', want: undefined},
])('the Service of a ServiceProfile, by $manager with $operation, is $want', ({want, ...how}) => {
  const metadata = {
    name: 'a.shop.svc.cluster.local',
    namespace: 'blog',
    managedFields: [{...how, fieldsV1: {'f:spec': {}}}],
  };
  const profile = {apiVersion: 'mesh.io/v1alpha2', kind: 'ServiceProfile', metadata};
  expect(serviceOfOwn(resourceOf(profile, ''))).toEqual(want);
});

test('the Service of an HTTPRoute is that of its labels', () => {
  const {objects} = generated({...CONSUMER, target: 'httproute'});
  expect(objects.map(serviceOfOwn)).toEqual([A, A]);
});
