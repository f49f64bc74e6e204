import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generate} from '../../../../src/core/generate.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';
import {ciliumRule} from '../../../meshes/cilium.ts';
import {istioRule} from '../../../meshes/istio.ts';
import {linkerdRule} from '../../../meshes/linkerd.ts';
import type {Request, Rule} from '../../../meshes/request.ts';
import {type ProfileRoute, profileRoute} from '../../../meshes/service-profile.ts';

const RULE_OF = {linkerd: linkerdRule, istio: istioRule, cilium: ciliumRule} as const;
const MESHES = ['linkerd', 'istio', 'cilium'] as const;

const segment = fc.constantFrom(
  'a',
  'b',
  'ab',
  '',
  'a.b',
  'a b',
  'a[',
  'a%5B',
  '{x}',
  'a{x}',
  '{x}b',
  '{x}.{y}',
  '{x}a{y}',
);
const template = fc.array(segment, {minLength: 1, maxLength: 4}).map((parts) => `/${parts.join('/')}`);
const timeout = fc.constantFrom(undefined, 0, 1, 2, 100_001);
const operation = timeout.map((seconds) =>
  seconds === undefined ? {} : {'x-apigen': {timeouts: {request_timeout: seconds}}},
);
const pathItem = fc.record({get: operation, put: operation}, {requiredKeys: []});
const paths = fc.dictionary(template, pathItem, {minKeys: 1, maxKeys: 25, noNullPrototype: true});
const text = fc.constantFrom('a', 'b', 'ab', '', 'a.b', 'c', 'bab', '%2F', '[');

/** Descriptions, and for each of their paths a request with these texts for its parameters. */
const given = fc.record({paths, texts: fc.array(text, {minLength: 8, maxLength: 8})});

type Paths = Readonly<Record<string, object>>;

function requestsOf(templates: Paths, texts: readonly string[]): Request[] {
  return Object.keys(templates).flatMap((path) => {
    let next = 0;
    const filled = path.replaceAll(/\{[^}]*\}/g, () => texts[next++ % texts.length] ?? '');
    const sent = filled.replaceAll(' ', '%20');
    const forms = new Set([sent, sent.replaceAll('[', '%5B')]);
    return [...forms].flatMap((form) => ['GET', 'PUT'].map((method) => ({method, path: form})));
  });
}

function generated(described: Paths, settings: FlagValues, group: 'policy' | 'operation' = 'policy') {
  const document = {openapi: '3.1.0', paths: described};
  const named = {'service.name': 'petstore', 'service.port': 80, ...settings};
  return generate(document, {settings: named, group, allowEmpty: true});
}

function profileRoutes(described: Paths): readonly ProfileRoute[] {
  const [profile] = generated(described, {}).objects;
  return JSON.parse(JSON.stringify(profile)).spec.routes;
}

function httpRoutes(objects: readonly object[]): Rule[][] {
  const parsed: {spec: {rules: Rule[]}}[] = JSON.parse(JSON.stringify(objects));
  return parsed.map(({spec}) => spec.rules);
}

/** The timeout of the operation that the ServiceProfile uses; `0` and none are the same there. */
function wanted(described: Paths, request: Request, routes: readonly ProfileRoute[]): string | undefined {
  const used = profileRoute(routes, request);
  if (used === undefined) return undefined;
  const [method = '', path = ''] = used.name.split(/ (.*)/);
  const item: Record<string, {'x-apigen'?: {timeouts: {request_timeout: number}}}> = JSON.parse(
    JSON.stringify(described[path] ?? {}),
  );
  const seconds = item[method.toLowerCase()]?.['x-apigen']?.timeouts.request_timeout;
  if (seconds === undefined) return undefined;
  return seconds === 100_001 ? '27h46m41s' : `${seconds}s`;
}

describe.each(MESHES)('in %s', (mesh) => {
  test.each(['policy', 'operation'] as const)(
    'each described request gets the policy of the operation that a ServiceProfile uses, by %s',
    (group) => {
      fc.assert(
        fc.property(given, ({paths: described, texts}) => {
          const {objects, problems} = generated(described, {target: 'httproute', mesh}, group);
          fc.pre(problems.every(({severity}) => severity !== 'error'));
          const routes = httpRoutes(objects);
          const profile = profileRoutes(described);
          for (const request of requestsOf(described, texts)) {
            const want = wanted(described, request, profile);
            // The time of creation does not matter.
            for (const order of [routes, routes.toReversed()]) {
              const rule = RULE_OF[mesh](order, request);
              expect({request, timeout: rule?.timeouts?.request}).toEqual({request, timeout: want});
            }
          }
        }),
        {numRuns: 60},
      );
    },
  );

  test('what is not described is served, unless it is left out', () => {
    const settings = {target: 'httproute', mesh} as const;
    const document = {openapi: '3.1.0', paths: {'/': {get: {}}, '//': {get: {}}}};
    const named = {'service.name': 'petstore', 'service.port': 80, ...settings};
    const ruleFor = (onlyDescribed: boolean, request: Request) => {
      const {objects} = generate(document, {settings: named, onlyDescribed});
      return RULE_OF[mesh](httpRoutes(objects), request) !== undefined;
    };
    for (const path of ['/', '//', '/health', '/a/b/']) {
      expect(ruleFor(false, {method: 'POST', path})).toBe(true);
      expect(ruleFor(true, {method: 'POST', path})).toBe(false);
    }
    expect(ruleFor(true, {method: 'GET', path: '//'})).toBe(true);
  });
});

test('a ServiceProfile uses the operation of a path without parameters for its own request', () => {
  fc.assert(
    fc.property(given, ({paths: described, texts}) => {
      const profile = profileRoutes(described);
      for (const request of requestsOf(described, texts)) {
        if (!Object.hasOwn(Object(described[request.path]), request.method.toLowerCase())) continue;
        expect(profileRoute(profile, request)?.name).toBe(`${request.method} ${request.path}`);
      }
    }),
  );
});
