import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generate} from '../../../src/core/generate/generate.ts';
import {type Paths, requestsOf} from '../../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../../meshes/gateways.ts';
import type {NamedRoute} from '../../meshes/request.ts';

const segment = fc.constantFrom(...'a,b,~,%7E,%61,a b,a%20b,a;b,a%3Bb,A,{x},a{x},{x?},{+x}'.split(','));
const template = fc.array(segment, {minLength: 1, maxLength: 2}).map((parts) => `/${parts.join('/')}`);
const operation = fc.constantFrom({}, {security: []}, {security: []}, {security: [{login: ['read']}]});
const paths: fc.Arbitrary<Paths> = fc.dictionary(template, fc.record({get: operation}), {
  ...{minKeys: 3, maxKeys: 8},
  noNullPrototype: true,
});
const texts = fc.array(fc.constantFrom('a', 'b', 'ab', '~', 'a.b', 'A', 'é'), {minLength: 4, maxLength: 4});
const settings = fc.constantFrom({}, {}, {trailing_slash: 'either'}, {ignore_case: true});

const SCHEMES = {login: {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', audiences: ['a']}};

/** The HTTPRoutes of a description whose operations need a token, if they do not say otherwise. */
function routesOf(described: Paths, path: object): NamedRoute[] {
  const security = {enforce: true, schemes: SCHEMES};
  const document = {
    openapi: '3.1.0',
    security: [{login: []}],
    components: {securitySchemes: {login: {type: 'oauth2', flows: {}}}},
    'x-apigen': {mesh: 'envoy-gateway', gateway_api: '1.4', path, security},
    paths: described,
  };
  const flags = {'gateway.name': 'public', 'service.name': 'a', 'service.port': 80};
  const {objects} = generate(document, {settings: flags});
  const all: readonly {kind: string; metadata: {name: string}; spec: {rules: NamedRoute['rules']}}[] =
    JSON.parse(JSON.stringify(objects));
  return all.flatMap(({kind, metadata: {name}, spec: {rules}}) =>
    kind === 'HTTPRoute' ? {name, rules} : [],
  );
}

/** A path as Envoy compares it, with all that can be decoded. */
const compared = (path: string) => decodeURI(path).replace(/%3A/gi, ':').replace(/%3B/gi, ';');

/** Whether a template may take a path, where a parameter is any text. */
function mayTake(described: string, path: string): boolean {
  const literals = described
    .split(/\{[^}]*\}/)
    .map((text) => compared(text).replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('.*')}/?$`, 'is').test(compared(path));
}

test('everybody may send only what an operation for everybody describes', () => {
  let open = 0;
  fc.assert(
    fc.property(paths, texts, settings, (described, values, path) => {
      const routes = routesOf(described, path);
      const isPublic = (name: string) => JSON.stringify(described[name]) === '{"get":{"security":[]}}';
      const requests = requestsOf(described, values, ['GET']);
      const spellings = new Set(
        requests.flatMap((one) => [one.path, encodeURI(decodeURI(one.path)).replaceAll('%25', '%')]),
      );
      for (const asked of spellings) {
        const rule = GATEWAY_RULE_OF['envoy-gateway'](routes, {method: 'GET', path: asked});
        if (rule === undefined || !('name' in rule) || rule.name !== 'public') continue;
        open += 1;
        const takers = Object.keys(described).filter((name) => mayTake(name, asked));
        const exact = takers.filter((name) => !name.includes('{') && compared(name) === compared(asked));
        expect({asked, isPublic: (exact.length > 0 ? exact : takers).some(isPublic)}).toEqual({
          asked,
          isPublic: true,
        });
      }
    }),
    {numRuns: 300},
  );
  expect(open).toBeGreaterThan(100);
});
