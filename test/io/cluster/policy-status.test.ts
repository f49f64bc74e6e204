import {expect, test} from '@jest/globals';
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
  {name: 'another object', held: {...generated, kind: 'BackendTrafficPolicy'}, want: undefined},
])('a policy that is $name', ({held, want}) => {
  expect(notInEffect(held, generated)).toBe(want);
});
