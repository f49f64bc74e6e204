import {expect, test} from '@jest/globals';
import {mapsOf, ownValue} from '../../../../src/core/base/json.ts';
import {generate} from '../../../../src/core/generate/generate.ts';

const alternatives = (count: number) => Array.from({length: count}, (_, n) => ({login: [`scope-${n}`]}));

/** The rules of a policy for operations with these numbers of alternatives, or what is wrong. */
function rulesFor(counts: readonly number[], pods: object = {}) {
  const paths = counts.map((count, n) => [`/a${n}`, {get: {security: alternatives(count)}}]);
  const schemes = {login: {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', audiences: ['a']}};
  const {objects, problems} = generate({
    openapi: '3.1.0',
    components: {securitySchemes: {login: {type: 'oauth2', flows: {}}}},
    'x-apigen': {
      mesh: 'istio',
      service: {name: 'a', port: 80},
      security: {enforce: true, undeclared: 'deny', schemes, ...pods},
    },
    paths: {...Object.fromEntries(paths), '/denied': {get: {}}},
  });
  const wrong = problems.map(({message}) => message);
  return wrong.length > 0 ? wrong : mapsOf(ownValue(objects[0]?.spec, 'rules')).length;
}

const pods = {selector: {app: 'a'}, ports: [80]};

test.each([
  {name: 'as many as there may be', counts: [500, 11, 11, 0], want: 512},
  {name: 'one more', counts: [500, 12, 0], want: ['the description needs 513 rules: expected at most 512']},
  {name: 'with one for other ports', counts: [500, 10, 0], pods, want: 512},
  {
    ...{name: 'one more with that', counts: [500, 11, 0], pods},
    want: ['the description needs 513 rules: expected at most 512'],
  },
])('rules of a policy: $name', ({counts, want, ...row}) => {
  expect(rulesFor(counts, row.pods)).toEqual(want);
});
