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

test("Linkerd's validator refuses what Linkerd refuses", () => {
  const route = (more: object) => ({name: 'GET /', condition: {method: 'GET', pathRegex: '/'}, ...more});
  const responseClasses = [
    {condition: {status: {min: 500, max: 600}}},
    {condition: {status: {min: 503, max: 500}}},
    {condition: {}},
  ];
  const routes = [
    route({name: ''}),
    route({timeout: '10'}),
    route({condition: {}}),
    route({responseClasses}),
  ];
  const spec = {routes, retryBudget: {retryRatio: -0.1, ttl: '10'}};
  expect(profileFaults({metadata: {name: 'A.svc'}, spec})).toEqual([
    'name A.svc',
    'a route without a name',
    'timeout 10',
    'a condition without a field',
    'status 500 to 600',
    'status 503 to 500',
    'a response class without a status',
    'ratio -0.1',
    'ttl 10',
  ]);
});
