import {expect, test} from '@jest/globals';
import {resourceOf} from '../../../src/core/kubernetes/resource.ts';
import {notInEffect} from '../../../src/io/cluster/policy-status.ts';

const generated = {
  apiVersion: 'gateway.envoyproxy.io/v1alpha1',
  kind: 'SecurityPolicy',
  metadata: {name: 'a', namespace: 'shop', generation: 2},
  spec: {authorization: {defaultAction: 'Deny'}},
};

const accepted = (status: string, reason: string, observedGeneration = 2) => ({
  ...{type: 'Accepted', status, reason, message: 'said by a test', observedGeneration},
});

const withConditions = (...all: readonly object[][]) => ({
  ...generated,
  status: {ancestors: all.map((conditions) => ({conditions}))},
});

const ofIstio = (kind: string, target: object, ...conditions: readonly object[]) => ({
  apiVersion: 'security.istio.io/v1',
  kind,
  metadata: {...generated.metadata, generation: 2},
  spec: target,
  status: {conditions},
});
const targetRefs = [{group: '', kind: 'Service', name: 'a'}];
const selector = {matchLabels: {app: 'a'}};
const ofWaypoint = (status: string, reason: string, observedGeneration: number | string = '2') => ({
  ...accepted(status, reason),
  ...{type: 'WaypointAccepted', observedGeneration},
});

const rules = [{action: 'Allow', principal: {clientCIDRs: ['0.0.0.0/0']}}];

test.each([
  {name: 'accepted', held: withConditions([accepted('True', 'Accepted')]), want: undefined},
  {
    name: 'accepted by one of two gateways',
    held: withConditions([accepted('True', 'Accepted')], [accepted('False', 'Conflicted')]),
    want: 'not accepted, Conflicted: said by a test',
  },
  {name: 'without a status', held: generated, want: 'not accepted by any gateway'},
  {
    name: 'accepted as it was before',
    held: withConditions([accepted('True', 'Accepted', 1)]),
    want: 'not accepted by any gateway',
  },
  {
    name: 'with a field that was not generated',
    held: {
      ...withConditions([accepted('True', 'Accepted')]),
      spec: {authorization: {...generated.spec.authorization, rules}},
    },
    want: 'somebody else has set fields of its spec',
  },
  {name: 'another object', held: {...generated, kind: 'ClientTrafficPolicy'}, want: undefined},
])('a policy that is $name', ({held, want}) => {
  expect(notInEffect(held, generated, [])?.why).toBe(want);
});

test('what others have set in it is removed there, since without the policy all may call', () => {
  const held = {...generated, spec: {authorization: {...generated.spec.authorization, rules}}};
  expect(notInEffect(held, generated, [])).toEqual({
    why: 'somebody else has set fields of its spec',
    hint: 'remove these fields with `kubectl edit`, and do not delete it: without it everybody may call',
  });
});

test.each([
  {name: 'of pods', held: ofIstio('AuthorizationPolicy', {selector}), want: undefined},
  {
    name: 'of pods, which ztunnel does not enforce',
    held: ofIstio('AuthorizationPolicy', {selector}, {...accepted('False', 'x'), type: 'ZtunnelAccepted'}),
    want: undefined,
  },
  {
    name: 'of a Service without a status',
    held: ofIstio('AuthorizationPolicy', {targetRefs}),
    want: 'not accepted by any gateway',
  },
  {
    name: 'of a Service with a waypoint',
    held: ofIstio('AuthorizationPolicy', {targetRefs}, ofWaypoint('True', 'Accepted')),
    want: undefined,
  },
  {
    name: 'of a Service with a waypoint before it was changed',
    held: ofIstio('AuthorizationPolicy', {targetRefs}, ofWaypoint('True', 'Accepted', 1)),
    want: 'not accepted by any gateway',
  },
  {
    name: 'of a Service without a waypoint',
    held: ofIstio('AuthorizationPolicy', {targetRefs}, ofWaypoint('False', 'AncestorNotBound', 2)),
    want: 'not accepted, AncestorNotBound: said by a test',
  },
  {name: 'about tokens', held: ofIstio('RequestAuthentication', {targetRefs}), want: undefined},
])('a policy of Istio that is $name', ({held, want}) => {
  expect(notInEffect(held, held, [])?.why).toBe(want);
});

const foreign = (spec: object, of: object = {}) => ({
  ...{apiVersion: 'security.istio.io/v1', kind: 'AuthorizationPolicy', spec: {rules: [{}], ...spec}},
  metadata: {name: 'frontend', namespace: 'shop', ...of},
});
const WIDER = 'AuthorizationPolicy shop/frontend lets others in too';

test.each([
  {
    name: 'allows requests to the same Service',
    target: {targetRefs},
    other: foreign({targetRefs}),
    want: WIDER,
  },
  {
    name: 'names the Service in the older form',
    target: {targetRefs},
    other: foreign({targetRef: targetRefs[0]}),
    want: WIDER,
  },
  {name: 'is for pods, of which a waypoint knows nothing', target: {targetRefs}, other: foreign({})},
  {
    name: 'is for another Service',
    target: {targetRefs},
    other: foreign({targetRefs: [{...targetRefs[0], name: 'b'}]}),
  },
  {name: 'is for all pods of the namespace', target: {selector}, other: foreign({}), want: WIDER},
  {
    name: 'is for pods with another label, too',
    target: {selector},
    other: foreign({selector: {matchLabels: {app: 'a', tier: 'web'}}}),
    want: WIDER,
  },
  {name: 'is for a Service', target: {selector}, other: foreign({targetRefs})},
  {
    name: 'is for a Gateway with the name of the Service',
    target: {targetRefs},
    other: foreign({targetRefs: [{group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'a'}]}),
  },
  {name: 'is for other pods', target: {selector}, other: foreign({selector: {matchLabels: {app: 'b'}}})},
  {name: 'denies', target: {selector}, other: foreign({action: 'DENY'})},
  {name: 'allows nothing', target: {selector}, other: foreign({rules: []})},
  {name: 'is in another namespace', target: {selector}, other: foreign({}, {namespace: 'other'})},
  {name: 'is the same', target: {selector}, other: foreign({}, {name: 'a'})},
])('a policy of Istio next to one that $name', ({target, other, want}) => {
  const held = ofIstio('AuthorizationPolicy', target, ofWaypoint('True', 'Accepted'));
  expect(notInEffect(held, held, [resourceOf(other)])?.why).toBe(want);
});

const ownLabels = (name: string) => ({
  ...{'app.kubernetes.io/managed-by': 'apigen', 'app.kubernetes.io/name': name},
});
const ofLinkerd = (kind: string, name: string, spec: object, namespace = 'shop') => ({
  apiVersion: `policy.linkerd.io/${/^(Server|HTTPRoute)$/.test(kind) ? 'v1beta3' : 'v1alpha1'}`,
  ...{kind, metadata: {name, namespace, labels: ownLabels(name)}, spec},
});
const server = (name: string, more: object = {}, namespace = 'shop') =>
  ofLinkerd('Server', name, {podSelector: selector, port: 8080, ...more}, namespace);
const authorization = (kind: string, target: string, namespace?: string) =>
  ofLinkerd('AuthorizationPolicy', 'other', {targetRef: {kind, name: target}}, namespace);
const routeOf = (kind: string, parent: string, own = 'other') =>
  ofLinkerd('HTTPRoute', own, {parentRefs: [{group: 'policy.linkerd.io', kind, name: parent}]});

test.each([
  {name: 'another Server for all pods', other: server('b', {podSelector: {}}), want: 'Server shop/b'},
  {name: 'one by the name of a port', other: server('b', {port: 'http'}), want: 'Server shop/b'},
  {
    name: 'one for pods by an expression',
    other: server('b', {podSelector: {matchExpressions: []}}),
    want: 'Server shop/b',
  },
  {name: 'one for another port', other: server('b', {port: 9090})},
  {name: 'one for other pods', other: server('b', {podSelector: {matchLabels: {app: 'b'}}})},
  {name: 'one for what is outside of the cluster', other: server('b', {podSelector: undefined})},
  {name: 'one in another namespace', other: server('b', {}, 'other')},
  {name: 'itself', other: server('a')},
  {
    name: 'a policy of the Server',
    other: authorization('Server', 'a'),
    want: 'AuthorizationPolicy shop/other',
  },
  {
    name: 'one of the namespace',
    other: authorization('Namespace', 'shop'),
    want: 'AuthorizationPolicy shop/other',
  },
  {name: 'one of another Server', other: authorization('Server', 'b')},
  {name: 'one of an HTTPRoute', other: authorization('HTTPRoute', 'a')},
  {name: 'an HTTPRoute of somebody else', other: routeOf('Server', 'a'), want: 'HTTPRoute shop/other'},
  {name: 'one of another Server', other: routeOf('Server', 'b')},
  {name: 'one of a Service', other: routeOf('Service', 'a')},
  {name: 'one of ours', other: routeOf('Server', 'a', 'a')},
])('a Server of Linkerd next to $name', ({other, want}) => {
  const held = server('a');
  const wider = want && `${want} lets others in too`;
  expect(notInEffect(held, held, [resourceOf(other)])?.why).toBe(wider);
});

test.each([
  {
    name: 'the same HTTPRoute',
    other: authorization('HTTPRoute', 'a'),
    want: WIDER.replace('frontend', 'other'),
  },
  {name: 'another HTTPRoute', other: authorization('HTTPRoute', 'b')},
  {name: 'a Server with its name', other: authorization('Server', 'a')},
  {name: 'the namespace, which is reported of the Server', other: authorization('Namespace', 'shop')},
])('an HTTPRoute of a Server next to a policy of $name', ({other, want}) => {
  const held = routeOf('Server', 'a', 'a');
  expect(notInEffect(held, held, [resourceOf(other)])?.why).toBe(want);
});
