import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import type {Problem} from '../../../../src/core/base/problem.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';
import {
  generated,
  given,
  httpRoutes,
  type Paths,
  profileRoutes,
  RULE_OF,
  requestsOf,
  timeoutOf,
} from '../../../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../../../meshes/gateways.ts';
import type {Request} from '../../../meshes/request.ts';
import {type ProfileRoute, profileRoute, withoutEmptySegments} from '../../../meshes/service-profile.ts';

const ADDED = ['HEAD', 'OPTIONS'] as const;
const METHODS = ['GET', 'PUT', ...ADDED];

const MESHES = ['linkerd', 'istio', 'cilium'] as const;

const profileOf = (described: Paths, settings: FlagValues = {}) =>
  profileRoutes(generated(described, settings).objects);

/** Requests for each path, with `path.trailing_slash: either` also with a `/` at the end. */
function requestsFor(described: Paths, texts: readonly string[], slash: 'exact' | 'either'): Request[] {
  const requests = requestsOf(described, texts, METHODS);
  const ends = slash === 'either' ? ['', '/'] : [''];
  return requests.flatMap(({method, path}) => ends.map((end) => ({method, path: path + end})));
}

/** The timeout of the operation that the ServiceProfile uses; `0` and none are the same there. */
function wanted(described: Paths, request: Request, routes: readonly ProfileRoute[]): string | undefined {
  return timeoutOf(described, profileRoute(routes, request)?.name);
}

/** Without case, `/{x}b` matches `/a%5B` too, which the ServiceProfile does not: letters of percent-encoded characters are compared elsewhere. */
const isLiteral = ({path}: Request) => !/[%[\]|^]/.test(path);

function inUpperCase({method, path}: Request): Request {
  return {method, path: path.toUpperCase()};
}

/** Not so `/a%5b`, if `/{x}b` matches it, and not `/a%5B`. */
function isAsMeant(sent: Request, request: Request, profile: readonly ProfileRoute[]): boolean {
  const matches = (route: ProfileRoute, one: Request) => profileRoute([route], one) !== undefined;
  return profile.every((route) => !matches(route, sent) || matches(route, request));
}

/** The same request in another form, where there is one. */
function lowerEscapesOf({method, path}: Request): Request[] {
  return path.includes('%5B') ? [{method, path: path.replaceAll('%5B', '%5b')}] : [];
}

describe.each(MESHES)('in %s', (mesh) => {
  test.each([
    {group: 'policy' as const},
    {group: 'operation' as const},
    {group: 'policy' as const, ignoreCase: true},
    {group: 'policy' as const, slash: 'either' as const},
    {group: 'operation' as const, methods: ADDED},
  ])(
    'each described request gets the policy of the operation that a ServiceProfile uses, by %j',
    ({group, ignoreCase = false, slash = 'exact' as const, methods = []}) => {
      fc.assert(
        fc.property(given, ({paths: described, texts}) => {
          const settings = {
            target: 'httproute',
            mesh,
            group,
            'path.ignore_case': ignoreCase,
            extra_methods: methods,
            'path.trailing_slash': slash,
          } as const;
          const {objects, problems} = generated(described, settings);
          fc.pre(problems.every(({severity}) => severity !== 'error'));
          const routes = httpRoutes(objects);
          const all = withMethods(described, methods);
          fc.pre(methods.length === 0 || !hasAlikePaths(all));
          const profile = profileOf(all, {'path.trailing_slash': slash});
          for (const request of requestsFor(described, texts, slash)) {
            if (ignoreCase && !isLiteral(request)) continue;
            const want = wanted(all, request, profile);
            // The time of creation does not matter.
            for (const order of [routes, routes.toReversed()]) {
              const rule = RULE_OF[mesh](order, ignoreCase ? inUpperCase(request) : request);
              expect({request, timeout: rule?.timeouts?.request}).toEqual({request, timeout: want});
            }
          }
        }),
        {examples: [[OF_MANY_RULES]]},
      );
    },
  );

  test('what is not described is served, unless it is left out', () => {
    const paths = {'/': {get: {}}, '//': {get: {}}};
    const ruleFor = (onlyDescribed: boolean, request: Request) => {
      const {objects} = generated(paths, {target: 'httproute', mesh}, {onlyDescribed});
      return RULE_OF[mesh](httpRoutes(objects), request) !== undefined;
    };
    for (const path of ['/', '//', '/health', '/a/b/']) {
      expect(ruleFor(false, {method: 'POST', path})).toBe(true);
      expect(ruleFor(true, {method: 'POST', path})).toBe(false);
    }
    expect(ruleFor(true, {method: 'GET', path: '//'})).toBe(true);
  });
});

/** Paths of different methods that say nothing about each other's order, and `GET /aaa/ab`. */
const OF_TWO_METHODS = {
  paths: {
    '/{x}/a{x}': {get: {'x-apigen': {timeouts: {request_timeout: 2}}}},
    '/{x}a{y}/{x}b': {get: {}},
    '/{x}b/a': {put: {}},
  },
  texts: ['aaa', 'b'],
};

/** Paths whose order needs more rules for three methods than an HTTPRoute has. */
const OF_MANY_RULES = {
  paths: {
    ...Object.fromEntries(
      ['/{+x}', '/{x}a{y}/a', '/a{/x}', '/{x}', '/a{x}', '/a', '/{x}a{y}', '/{$}/a'].map((path) => [
        path,
        {get: {}},
      ]),
    ),
    '/a/a': {put: {}},
    '/a{;x}b': {put: {}},
  },
  texts: ['a'],
};

/** A path with its end given, and others that have the same without. */
const OF_TWO_ENDS = {
  paths: {'/{x}': {get: {}}, '/{x}/{$}': {get: {}}, '/{x}a{y}': {put: {}}},
  texts: ['a'],
};

type GatewayName = keyof typeof GATEWAY_RULE_OF;

/** The same with what `extra_methods` adds: HEAD for each GET, and OPTIONS by the first operation of each path. */
function withMethods(described: Paths, methods: readonly string[]): Paths {
  if (methods.length === 0) return described;
  return Object.fromEntries(
    Object.entries(described).map(([path, item]) => {
      const {get, put}: {get?: object; put?: object} = item;
      const options = get ?? put;
      return [path, {...item, ...(get && {head: get}), ...(options && {options})}];
    }),
  );
}

/** Whether operations of paths with parameters that span segments or may be missing match the same requests in a mesh. */
function hasAlikePaths(described: Paths): boolean {
  return generated(described, {}).problems.some(
    ({hint, message}) => hint === 'merge them into one path' && /\{[+/]|\?\}/.test(message),
  );
}

describe.each(Object.keys(GATEWAY_RULE_OF) as GatewayName[])('at %s', (mesh) => {
  test.each([
    {name: 'only described requests have a rule, by policy', group: 'policy' as const},
    {name: 'only described requests have a rule, by operation', group: 'operation' as const},
    {name: 'HEAD and OPTIONS have one, by policy', group: 'policy' as const, methods: ADDED},
    {name: 'HEAD and OPTIONS have one, by operation', group: 'operation' as const, methods: ADDED},
    {name: 'all have one with --only-described=false', group: 'operation' as const, onlyDescribed: false},
    {name: 'those in other letters have one, by policy', group: 'policy' as const, ignoreCase: true},
    {name: 'those with another end have one, by policy', group: 'policy' as const, slash: 'either' as const},
  ])('$name', ({group, methods = [], onlyDescribed = true, ignoreCase = false, slash = 'exact' as const}) => {
    fc.assert(
      fc.property(given, ({paths, texts}) => {
        // Many gateways merge slashes, and some decode the path.
        const described = Object.fromEntries(
          Object.entries(paths).filter(([path]) => !/\/\/|%5B/.test(path)),
        );
        const settings = {
          ...{mesh, group, 'gateway.name': 'public', extra_methods: methods},
          'path.ignore_case': ignoreCase,
          'path.trailing_slash': slash,
        } as const;
        const {objects, problems} = generated(described, settings, {onlyDescribed});
        const isReported = ({severity, hint}: Problem) =>
          severity === 'error' || hint === 'change the paths so that they do not overlap';
        fc.pre(!problems.some(isReported));
        const routes = httpRoutes(objects);
        const all = withMethods(described, methods);
        // Of OPTIONS for paths that are alike in a mesh, nginx takes that of the path that is narrower here.
        fc.pre(methods.length === 0 || !hasAlikePaths(all));
        const profile = withoutEmptySegments(profileOf(all, {'path.trailing_slash': slash}));
        for (const request of requestsFor(described, texts, slash)) {
          if (/\/\/|%2F/.test(request.path) || (ignoreCase && !isLiteral(request))) continue;
          const hasRule = !onlyDescribed || profileRoute(profile, request) !== undefined;
          const want = {request, hasRule, timeout: wanted(all, request, profile)};
          const sentAs = ignoreCase ? [inUpperCase(request)] : [request, ...lowerEscapesOf(request)];
          for (const order of [routes, routes.toReversed()]) {
            for (const sent of sentAs.filter((one) => isAsMeant(one, request, profile))) {
              const rule = GATEWAY_RULE_OF[mesh](order, sent);
              const used = {hasRule: rule !== undefined, timeout: rule?.timeouts?.request};
              expect({request, ...used}).toEqual(want);
            }
          }
        }
      }),
      {examples: [[OF_TWO_METHODS], [OF_TWO_ENDS]]},
    );
  });
});

test('a ServiceProfile uses the operation of a path without parameters for its own request', () => {
  fc.assert(
    fc.property(given, ({paths: described, texts}) => {
      const profile = profileOf(described);
      for (const request of requestsOf(described, texts)) {
        if (!Object.hasOwn(Object(described[request.path]), request.method.toLowerCase())) continue;
        expect(profileRoute(profile, request)?.name).toBe(`${request.method} ${request.path}`);
      }
    }),
  );
});
