import {expect, test} from '@jest/globals';
import {generate} from '../../../../src/core/generate.ts';

/** A description whose profile has a name of `length` characters. */
function problemsWith(length: number) {
  const rest = length - 'petstore.default.svc.'.length;
  const domain = `${'a.'.repeat(Math.ceil(rest / 2)).slice(0, rest - 1)}b`;
  const settings = {'service.name': 'petstore', 'cluster.cluster_domain': domain};
  return generate({openapi: '3.1.0', paths: {'/pets': {get: {}}}}, {settings, uri: 'file:///a.yaml'})
    .problems;
}

test('a name of 253 characters', () => {
  expect(problemsWith(253)).toEqual([]);
});

test('a name of 255 characters', () => {
  expect(problemsWith(255)).toEqual([
    {
      code: 'profile-name',
      severity: 'error',
      message: expect.stringMatching(
        /^invalid name of the ServiceProfile "petstore\.default\.svc\..*… \(255 characters\): expected at most 253 characters$/,
      ),
      hint: 'shorten `cluster.cluster_domain`',
      setting: 'cluster.cluster_domain',
      flag: 'cluster.cluster_domain',
    },
  ]);
});

test.each([
  {
    where: 'in x-apigen',
    given: {'x-apigen': {cluster: {cluster_domain: 'DOMAIN'}}},
    flag: {},
    want: {location: {uri: 'file:///a.yaml', pointer: '/x-apigen/cluster/cluster_domain'}},
  },
  {
    where: 'in a flag',
    given: {'x-apigen': {labels: {}}},
    flag: {'cluster.cluster_domain': 'DOMAIN'},
    want: {flag: 'cluster.cluster_domain'},
  },
])('a domain that is too long $where is reported there', ({given, flag, want}) => {
  const domain = `${'a.'.repeat(125)}bcd`;
  const filled = (value: object) => JSON.parse(JSON.stringify(value).replace('DOMAIN', domain));
  const {problems} = generate(
    {openapi: '3.1.0', ...filled(given), paths: {'/pets': {get: {}}}},
    {settings: {'service.name': 'petstore', ...filled(flag)}, uri: 'file:///a.yaml'},
  );
  expect(problems.map(({code, flag, location}) => ({code, flag, location}))).toEqual([
    {code: 'profile-name', ...want},
  ]);
});
