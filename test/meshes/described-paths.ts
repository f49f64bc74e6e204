import fc from 'fast-check';
import {generate} from '../../src/core/generate/generate.ts';
import type {FlagValues} from '../../src/core/settings/table.ts';
import {cilium, istio} from './gateways.ts';
import {linkerdRule} from './linkerd.ts';
import type {NamedRoute, Request, Rule} from './request.ts';
import type {ProfileRoute} from './service-profile.ts';

/** The rule that each mesh uses for a request. */
export const RULE_OF = {linkerd: linkerdRule, istio, cilium} as const;

const segment = fc.constantFrom(
  ...'a,b,ab,,a.b,a b,a[,a%5B,{x},a{x},{x}b,{x}.{y},{x}a{y},{+x},a{/x},a{.x},a{;x}b,{x?},{$}'.split(','),
);
const template = fc.array(segment, {minLength: 1, maxLength: 4}).map((parts) => `/${parts.join('/')}`);
const timeout = fc.constantFrom(undefined, 0, 1, 2, 100_001);
const operation = timeout.map((seconds) =>
  seconds === undefined ? {} : {'x-apigen': {timeouts: {request_timeout: seconds}}},
);
const pathItem = fc.record({get: operation, put: operation}, {requiredKeys: []});
const paths = fc.dictionary(template, pathItem, {minKeys: 1, maxKeys: 25, noNullPrototype: true});
const text = fc.constantFrom('a', 'b', 'ab', '', 'a.b', 'c', 'bab', '%2F', '[', 'a/b', 'b/c/b');

export type Paths = Readonly<Record<string, object>>;

/** Descriptions, and for each of their paths a request with these texts for its parameters. */
export const given: fc.Arbitrary<{readonly paths: Paths; readonly texts: readonly string[]}> = fc.record({
  paths,
  texts: fc.array(text, {minLength: 8, maxLength: 8}),
});

/** A request for each template and method, in each of the forms in which clients send it. */
export function requestsOf(
  templates: Paths,
  texts: readonly string[],
  methods: readonly string[] = ['GET', 'PUT'],
): Request[] {
  return Object.keys(templates).flatMap((path) => {
    let next = 0;
    const filled = path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
      const value = texts[next++ % texts.length] ?? '';
      const start = name.startsWith(';') ? `${name}=` : (/^[/.]/.exec(name)?.[0] ?? '');
      const spans = /^[+/]/.test(name);
      return (value === '' ? '' : start) + (spans ? value : value.replaceAll('/', ''));
    });
    const sent = filled.replaceAll(' ', '%20');
    const forms = new Set([sent, sent.replaceAll('[', '%5B')]);
    return [...forms].flatMap((form) => methods.map((method) => ({method, path: form})));
  });
}

/** What apigen makes of these paths. */
export function generated(described: Paths, settings: FlagValues, choices: {onlyDescribed?: boolean} = {}) {
  const document = {openapi: '3.1.0', paths: described};
  const named = {'service.name': 'petstore', 'service.port': 80, ...settings};
  return generate(document, {settings: named, allowEmpty: true, ...choices});
}

/** The routes of a ServiceProfile. */
export function profileRoutes([profile]: readonly object[]): readonly ProfileRoute[] {
  return profile === undefined ? [] : JSON.parse(JSON.stringify(profile)).spec.routes;
}

/** HTTPRoutes. */
export function httpRoutes(objects: readonly object[]): NamedRoute[] {
  const parsed: {metadata: {namespace: string; name: string}; spec: {rules: Rule[]}}[] = JSON.parse(
    JSON.stringify(objects),
  );
  return parsed.map(({metadata, spec}) => ({
    name: `${metadata.namespace}/${metadata.name}`,
    rules: spec.rules,
  }));
}

/** The timeout of the operation that a route of a ServiceProfile is named after; `undefined` without one. */
export function timeoutOf(described: Paths, name = ''): string | undefined {
  const [method = '', path = ''] = name.split(/ (.*)/);
  const item: Record<string, {'x-apigen'?: {timeouts: {request_timeout: number}}}> = JSON.parse(
    JSON.stringify(described[path] ?? {}),
  );
  const seconds = item[method.toLowerCase()]?.['x-apigen']?.timeouts.request_timeout;
  if (seconds === undefined) return undefined;
  return seconds === 100_001 ? '27h46m41s' : `${seconds}s`;
}

/** Paths with an operation each, with three timeouts. */
export const timedPaths = (templates: readonly string[], from = 1): Paths =>
  Object.fromEntries(
    templates.map((path, n) => [path, {get: {'x-apigen': {timeouts: {request_timeout: from + (n % 3)}}}}]),
  );
export const numbered = (start: string, count: number) =>
  Array.from({length: count}, (_, n) => `${start}${n}`);

/** Descriptions that change: few paths, and more of them; and two that have some paths in common. */
export const FEW = timedPaths(numbered('/zoo/', 10));
export const GROWN = timedPaths([
  ...numbered('/zoo/', 76),
  ...Array.from({length: 250}, (_, n) => `/z${n % 25}/${n}`),
]);
export const TWO = timedPaths([...numbered('/b/', 16), ...numbered('/c/', 16)]);
export const OTHER = timedPaths([...numbered('/b/', 10), '/new', ...numbered('/d/', 16)]);
