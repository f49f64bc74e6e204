import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {type OutputMatcher, outputMatcher} from '../../../src/core/generate/route-table.ts';
import {routeReader} from '../../../src/core/meshes.ts';
import {comparedPath, type Request} from '../../../src/core/routes/request.ts';
import type {FlagValues} from '../../../src/core/settings/table.ts';
import type {RouteMatch} from '../../../src/core/targets/target.ts';
import {generated, given, httpRoutes, type Paths, RULE_OF, requestsOf} from '../../meshes/described-paths.ts';
import {isWhole} from '../../meshes/request.ts';
import {timesAsMany} from '../../property-runs.ts';
import {outputOf} from '../routes-of.ts';

function settingsFor(target: 'service-profile' | keyof typeof RULE_OF, others: FlagValues = {}): FlagValues {
  const mesh = target === 'service-profile' ? {target} : {target: 'httproute' as const, mesh: target};
  return {'service.name': 'petstore', 'service.port': 80, ...mesh, ...others};
}

function matcherOf(paths: Paths, settings: FlagValues): OutputMatcher {
  return outputMatcher(outputOf({openapi: '3.1.0', paths}, {settings}));
}

/** The paths of the operations of matches; `*` for what takes every path. */
function pathsOf(matches: readonly RouteMatch[]): string[] {
  return matches.map(({operation}) => operation?.pathItem.path ?? '*');
}

test.each(['', '*', 'pets'])('nothing matches "%s", which is not a path', (path) => {
  const matcher = matcherOf({'/pets': {get: {}}}, settingsFor('istio'));
  expect(pathsOf(matcher.of({method: 'GET', path}))).toEqual([]);
});

test('without case, the end of a percent-encoded character is a letter like others', () => {
  const matcher = matcherOf(
    {'/{x}b': {get: {}}, '/a[': {get: {}}},
    settingsFor('istio', {'path.ignore_case': true}),
  );
  for (const path of ['/a%5B', '/A%5b'])
    expect(pathsOf(matcher.of({method: 'GET', path}))).toEqual(['/a[', '/{x}b', '*']);
});

test('what is not described matches nothing with --only-described', () => {
  const options = {settings: settingsFor('istio'), onlyDescribed: true};
  const output = outputOf({openapi: '3.1.0', paths: {'/pets': {get: {}}}}, options);
  expect(outputMatcher(output).of({method: 'GET', path: '/x'})).toEqual([]);
});

/** Requests for the described paths, and some that are like them. */
function allRequests(paths: Paths, texts: readonly string[]): Request[] {
  const others = texts.map((text) => ({method: 'GET', path: `/${text}`}));
  return [
    ...requestsOf(paths, texts),
    ...requestsOf(paths, texts).map(({path}) => ({method: 'PUT', path: `${path}/`})),
    ...others,
  ];
}

const slash = fc.constantFrom('exact', 'either');

const withMesh = fc.record({
  described: given,
  mesh: fc.constantFrom('linkerd', 'istio', 'cilium'),
  ignoresCase: fc.boolean(),
  slash,
});

test('the first match is that of the rule that the mesh uses', () => {
  fc.assert(
    fc.property(withMesh, ({described: {paths, texts}, mesh, ignoresCase, slash: end}) => {
      const settings = settingsFor(mesh, {'path.ignore_case': ignoresCase, 'path.trailing_slash': end});
      const {objects, problems} = generated(paths, settings);
      fc.pre(problems.every(({severity}) => severity !== 'error'));
      const matcher = matcherOf(paths, settings);
      for (const {method, path} of allRequests(paths, texts)) {
        const request = {method, path: ignoresCase ? path.toUpperCase() : path};
        const compared = comparedPath(request.path, routeReader(mesh, undefined).pathSteps);
        const rule = RULE_OF[mesh](httpRoutes(objects), {...request, path: compared});
        const [first] = matcher.of(request);
        const match = first && {
          path: {type: first.type, value: first.value},
          ...(first.operation ? {method: first.operation.method} : {}),
        };
        expect({request, matches: rule?.matches}).toEqual({
          request,
          matches: expect.arrayContaining([match]),
        });
      }
    }),
  );
});

test('a request with any text matches what the expressions match', () => {
  const template = fc
    .array(fc.constantFrom('/', 'a', 'A', '5B', '%5B', '[', '{x}', '{+x}', '{/x}', '|', '%', '\u0000', 'é'), {
      maxLength: 6,
    })
    .map((parts) => `/${parts.join('')}`);
  const path = fc
    .array(
      fc.constantFrom(
        '/',
        'a',
        'A',
        '5b',
        '%5b',
        '5B',
        '%5B',
        '[',
        '%7C',
        '|',
        '%25',
        '%',
        '\u0000',
        '%C3%A9',
        '{x}',
      ),
      {
        maxLength: 7,
      },
    )
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(
      fc.uniqueArray(template, {minLength: 1, maxLength: 6}),
      fc.array(path, {minLength: 1, maxLength: 20}),
      fc.boolean(),
      slash,
      (templates, requests, ignoresCase, end) => {
        const paths = Object.fromEntries(templates.map((one) => [one, {get: {}}]));
        const settings = settingsFor('service-profile', {
          'path.ignore_case': ignoresCase,
          'path.trailing_slash': end,
        });
        const output = outputOf({openapi: '3.1.0', paths}, {settings});
        const matcher = outputMatcher(output);
        const matches = output.target.matches(output.input);
        for (const request of requests) {
          const want = matches.filter(({value}) => isWhole(value, request));
          expect(matcher.of({method: 'GET', path: request})).toEqual(want);
        }
      },
    ),
    timesAsMany(4),
  );
});
