import type {PathStep} from '../meshes.ts';
import {asSent, decodeUnreserved, normalized} from './path-expression.ts';

/** A request as far as routes match it. */
export interface Request {
  /** In upper case. */
  readonly method: string;
  /** As it is on the wire, without query and fragment. */
  readonly path: string;
}

/** A request as it is typed: `GET /v1/pets/42`, or a path alone for all methods. */
export type TypedRequest = Pick<Request, 'path'> & Partial<Request>;

/** The source of an expression for a method, a token. Source: RFC 9110, section 5.6.2. */
export const METHOD = "[!#$%&'*+.^`|~\\w-]+";

/** A method, a path or an address, and the version, of which only the second is needed. */
const TYPED = new RegExp(String.raw`^\s*(?:(${METHOD})\s+)?(\S.*?)(?:\s+HTTP/\d(?:\.\d)?)?\s*$`);

/** The request that a text means; `undefined` for one that is neither a path nor an address. */
export function readRequest(text: string): TypedRequest | undefined {
  const [, method, target = ''] = TYPED.exec(text) ?? [];
  const path = asSent(pathOfTarget(target));
  if (!path.startsWith('/')) return undefined;
  return method === undefined ? {path} : {method: method.toUpperCase(), path};
}

/** Scheme and authority of an address, with the host as a group. Source: RFC 3986, section 3. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?(\[[^\]/?#]*\]|[^:/?#]*)[^/?#]*/i;

/** The host, without the port, of a request that is typed with an address. */
export function hostOfRequest(text: string): string | undefined {
  const [, , target = ''] = TYPED.exec(text) ?? [];
  return hostOfTarget(target);
}

export function hostOfTarget(target: string): string | undefined {
  return ADDRESS.exec(target)?.[1];
}

/** Whether routes for some hostnames, or for all if there are none, get requests to a host. Source: Gateway API v1, HTTPRouteSpec: `*` is one label or more. */
export function isForHost(host: string | undefined, hostnames: readonly string[]): boolean {
  if (host === undefined || hostnames.length === 0) return true;
  const asked = host.toLowerCase();
  return hostnames.some((one) => (one.startsWith('*') ? asked.endsWith(one.slice(1)) : asked === one));
}

/** The path of a request's target, which may be an address, as in the log of Linkerd. Source: RFC 9112, section 3.2. */
export function pathOfTarget(target: string): string {
  const address = ADDRESS.exec(target)?.[0] ?? '';
  const [path = ''] = target.slice(address.length).split(/[?#]/, 1);
  return address !== '' && path === '' ? '/' : path;
}

const STEPS: Readonly<Record<PathStep, (path: string) => string>> = {
  'redirect slashes': (path) => path.replace(/%(?:2f|5c)/gi, '/'),
  'decode unreserved': decodeUnreserved,
  'decode unreserved, capitals': normalized,
  // What ends a path, or begins an escape, is left as it is.
  'decode all': (path) =>
    normalized(path).replace(/%(?!2[35]|3F)[2-7][\dA-F]/g, (encoded) => asSent(decodeURIComponent(encoded))),
  'fold dots': (path) => (/\/\.{1,2}(?:\/|$)/.test(path) ? new URL(`http://a${path}`).pathname : path),
  'merge slashes': (path) => path.replace(/\/{2,}/g, '/'),
};

/** The path of a request as it is compared, after the steps of a reader of routes. */
export function comparedPath(path: string, steps: readonly PathStep[] = []): string {
  return steps.reduce((changed, step) => STEPS[step](changed), path);
}

/** A literal text of an expression as Gateways that decode compare it: one with a slash matches it as it is alone. */
export function comparedLiteral(text: string, steps: readonly PathStep[]): string {
  const decoding = steps.filter((step) => step.startsWith('decode'));
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => (/%2f/i.test(run) ? run : comparedPath(run, decoding)));
}
