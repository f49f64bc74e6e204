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
      location: {uri: 'file:///a.yaml', pointer: ''},
    },
  ]);
});
