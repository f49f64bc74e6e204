import {describe, expect, test} from '@jest/globals';
import {parse} from 'yaml';
import {goldenCases} from '../../../golden-cases.ts';
import {profileFaults} from '../../../meshes/profile-validator.ts';

const PROFILES = goldenCases().flatMap(({name, want}) =>
  want && /\bkind"?: "?ServiceProfile\b/.test(want.stdout) ? [{name, text: want.stdout}] : [],
);

describe("Linkerd's validator accepts the ServiceProfile of a golden case", () => {
  test.each(PROFILES)('$name', ({text}) => {
    expect(profileFaults(parse(text, {schema: 'yaml-1.1'}))).toEqual([]);
  });
});

const route = (more: object) => ({name: 'GET /', condition: {method: 'GET', pathRegex: '/'}, ...more});
const status = (min: number, max: number) => ({condition: {status: {min, max}}});

describe("Linkerd's validator refuses", () => {
  test.each([
    {spec: {routes: [route({name: ''})]}, fault: 'a route without a name'},
    {spec: {routes: [route({timeout: '10'})]}, fault: 'timeout 10'},
    {spec: {routes: [route({condition: {}})]}, fault: 'a condition without a field'},
    {spec: {routes: [route({responseClasses: [status(500, 600)]})]}, fault: 'status 500 to 600'},
    {spec: {routes: [route({responseClasses: [status(503, 500)]})]}, fault: 'status 503 to 500'},
    {
      spec: {routes: [route({responseClasses: [{condition: {}}]})]},
      fault: 'a response class without a status',
    },
    {spec: {routes: [], retryBudget: {retryRatio: -0.1, ttl: '10s'}}, fault: 'ratio -0.1'},
    {spec: {routes: [], retryBudget: {retryRatio: 0.2, ttl: ''}}, fault: 'ttl '},
    {spec: {routes: [], retryBudget: {retryRatio: 0.2, ttl: '10'}}, fault: 'ttl 10'},
  ])('$fault', ({spec, fault}) => {
    expect(profileFaults({metadata: {name: 'a.default.svc.cluster.local'}, spec})).toEqual([fault]);
  });

  test('a name that is not a DNS subdomain', () => {
    expect(profileFaults({metadata: {name: 'A.svc'}, spec: {routes: []}})).toEqual(['name A.svc']);
  });
});
