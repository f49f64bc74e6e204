import {ROUTE_METHODS} from '../../src/core/meshes.ts';
import {asSent} from '../../src/core/routes/path-expression.ts';
import {requestsOf} from '../meshes/described-paths.ts';
import type {Request} from '../meshes/request.ts';

/** Texts for parameters. */
const TEXTS = ['42', 'a.b', '', 'x%2Fy', '%C3%A4-B', 'a/b'];

/** Requests for a route and its neighbours, which may have other routes or none. */
export function requestsFor({
  path,
  methods,
}: {
  readonly path: string;
  readonly methods: readonly string[];
}): Request[] {
  const filled = TEXTS.flatMap((text) => requestsOf({[path]: {}}, [text, '7'], ['GET'])).map((one) =>
    asSent(one.path),
  );
  const [usual = '/'] = filled;
  const neighbours = [
    ...[`${usual}/`, `${usual}/none`, `/${usual}`, usual.replace(/\/$/, ''), usual.toUpperCase()],
    ...[
      `${usual}%2F`,
      `${usual}/../x`,
      `${usual}/.`,
      usual.replace(/.$/, '%5C$&'),
      usual.replace(/\/[^/]*$/, ''),
    ],
    usual.replaceAll(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
  ];
  const paths = new Set([...filled, ...neighbours].map((one) => one.replace(/[?#].*/s, '')));
  // Envoy answers CONNECT by itself, and methods that its parser does not know.
  const asked = new Set([...methods, 'GET', 'TRACE']);
  const sent = ROUTE_METHODS.filter((method) => asked.has(method) && method !== 'CONNECT');
  return [...paths]
    .filter((one) => one.startsWith('/'))
    .flatMap((one) => sent.map((method) => ({method, path: one})));
}
