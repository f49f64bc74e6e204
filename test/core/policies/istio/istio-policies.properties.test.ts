import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generate} from '../../../../src/core/generate/generate.ts';
import {comparedPath} from '../../../../src/core/routes/request.ts';
import {httpRoutes, RULE_OF, requestsOf} from '../../../meshes/described-paths.ts';
import {istioAnswer} from '../../../meshes/istio-policies.ts';

const KINDS = {
  public: {security: []},
  secured: {security: [{login: []}]},
  ofClients: {'x-apigen': {clients: [{namespace: 'shop', service_account: 'web'}]}},
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES: readonly Kind[] = ['public', 'secured', 'ofClients'];

const segment = fc.constantFrom(...'a,a,b,b,~,%7E,a;b,A,{x},{x},{x}'.split(','));
const seldom = fc.constantFrom(...'a{x},{x?},a=b,é,a[,,a*'.split(','));
const template = fc
  .array(fc.oneof({weight: 30, arbitrary: segment}, {weight: 1, arbitrary: seldom}), {
    ...{minLength: 1, maxLength: 3},
  })
  .chain((parts) =>
    fc.constantFrom(
      ...[parts, parts, [...parts, '{+rest}'], [...parts.slice(0, 1), '{+rest}', ...parts.slice(1)]],
    ),
  )
  .map((parts) => `/${parts.map((part, index) => part.replace('x', `x${index}`)).join('/')}`);
const paths = fc.dictionary(template, fc.constantFrom(...KIND_NAMES), {
  ...{minKeys: 2, maxKeys: 5},
  noNullPrototype: true,
});
const texts = fc.array(fc.constantFrom('a', 'b', 'ab', '~', '%7Eb', 'a=b', 'A', 'a*', '', '', '', 'b/a'), {
  ...{minLength: 4, maxLength: 4},
});
const settings = fc.constantFrom(
  ...[{}, {}, {}, {}, {}, {}, {trailing_slash: 'either'}, {ignore_case: true}, {base: '/a'}],
);

/** The timeout of the operation with this number, which its rule is known by. */
const timeoutOf = (number: number) => ({timeouts: {request_timeout: number + 1}});

/** The objects of a description whose operations have timeouts in the order of its paths. */
function objectsOf(described: Readonly<Record<string, Kind>>, path: object) {
  const operations = Object.entries(described).map(([template, kind], number) => {
    const {'x-apigen': own, ...operation}: Readonly<Record<string, object>> = KINDS[kind];
    return [template, {get: {...operation, 'x-apigen': {...own, ...timeoutOf(number)}}}];
  });
  const schemes = {login: {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', audiences: ['a']}};
  const document = {
    openapi: '3.1.0',
    components: {securitySchemes: {login: {type: 'oauth2', flows: {}}}},
    'x-apigen': {mesh: 'istio', path, security: {enforce: true, schemes}},
    paths: Object.fromEntries(operations),
  };
  return generate(document, {settings: {'service.name': 'a', 'service.port': 80}}).objects;
}

test('serves a request only to those who may call the operation whose route takes it', () => {
  const served = {public: 0, secured: 0, ofClients: 0};
  fc.assert(
    fc.property(paths, texts, settings, (described, values, path) => {
      const objects = objectsOf(described, path);
      const routes = httpRoutes(objects.filter(({kind}) => kind === 'HTTPRoute'));
      const kinds = Object.values(described);
      const asked = Object.keys(described).map((name) => `${'base' in path ? path.base : ''}${name}`);
      const requests = requestsOf(Object.fromEntries(asked.map((name) => [name, {}])), values, ['GET']);
      for (const request of requests) {
        const sent = encodeURI(decodeURI(request.path)).replaceAll('%25', '%');
        for (const spelling of new Set([request.path, sent, `${sent}/`, sent.replace(/\/[^/]*/, '/')])) {
          const compared = {method: 'GET', path: comparedPath(spelling, ['decode unreserved', 'fold dots'])};
          const rule = RULE_OF.istio(routes, compared);
          if (rule === undefined) continue;
          const kind = kinds[Number.parseInt(rule.timeouts?.request ?? '', 10) - 1] ?? 'secured';
          const answers = {
            public: istioAnswer(objects, compared),
            ofClients: istioAnswer(objects, compared, {client: 'shop/web'}),
            secured: istioAnswer(objects, compared, {claims: {iss: 'me', aud: 'a'}}),
          };
          const isRight = (one: Kind) => answers[one] !== 'served' || one === kind || kind === 'public';
          expect({described, spelling, kind, wrong: KIND_NAMES.filter((one) => !isRight(one))}).toEqual({
            ...{described, spelling, kind},
            wrong: [],
          });
          if (answers[kind] === 'served') served[kind] += 1;
        }
      }
    }),
    {numRuns: 700},
  );
  expect(Math.min(...Object.values(served))).toBeGreaterThan(100);
});
