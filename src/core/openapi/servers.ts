import {ownValue} from '../base/json.ts';
import {MAX_OPERATIONS} from '../base/limits.ts';
import {childLocation, type Finding, type Location} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import {pathPrefix} from '../settings/types/index.ts';
import type {Placed} from './placed.ts';

export interface Servers {
  readonly location: Location;
  /** The different paths of the URLs, without a `/` at the end, each with the index of the first server that has it. */
  readonly paths: ReadonlyMap<string, number>;
  /** The names of the hosts; an empty one for a relative URL. */
  readonly hosts: ReadonlySet<string>;
  /** Why the path of a server is not known. */
  readonly faults: readonly Finding[];
}

/** Without `servers` there is one, `/`. Source: OpenAPI 3.2, OpenAPI Object. */
export function withoutServers(location: Location): Servers {
  return {location, paths: new Map([['', 0]]), hosts: new Set(), faults: []};
}

/** The text of a URL before its path: its authority. */
const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i;

/** A host rather than a relative path: `localhost:8080/v1`, `api.example.com/v1`. */
const HOST = /^([^/]*:|[^./][^/]*\.[a-z]+(\/|$))/i;

/** Reads `servers`; `undefined` for an empty list, which names none. Source: OpenAPI 3.2, Server Object. */
export function readServers({value, location}: Placed): Servers | undefined {
  const [paths, hosts] = [new Map<string, number>(), new Set<string>()];
  const faults: Finding[] = [];
  const hint = 'write for example `servers: [{url: /v1}]`';
  const isList = Array.isArray(value);
  if (!isList) faults.push({message: invalid('`servers`', value, 'a list'), hint, location});
  for (const [index, server] of isList ? value.entries() : []) {
    const urls = serverUrls(server);
    const at = childLocation(location, String(index));
    const refuse = (url: unknown, expected: string, fix: string) =>
      faults.push({
        message: invalid('`url` of a server', url, expected),
        hint: `${fix}, or set \`path.base\` instead of \`path.from_servers\``,
        location: at,
      });
    const template = ownValue(server, 'url');
    const isText = typeof template === 'string';
    const allowed = isText ? `at most ${MAX_OPERATIONS} combinations of values` : 'a string';
    if (urls.length === 0) refuse(template, allowed, hint);
    // As in `{endpoint}/v1`, whose default is often not an address.
    const isVariable = String(template).startsWith('{');
    for (const url of urls) {
      const [origin = '', authority = ''] = ORIGIN.exec(url) ?? [];
      hosts.add(authority.replace(/^.*@|:\d*$/g, '').toLowerCase());
      const path = resolvePath(url.slice(origin.length), origin === '' && location.uri);
      const [variable] = /\{[^{}]*\}/.exec(path) ?? [];
      if (variable) refuse(url, `a value of \`${variable}\``, 'set the `default` of this variable');
      else if (origin === '' && (isVariable ? /^[^./]/ : HOST).test(url))
        refuse(url, 'a scheme, or "/" at the beginning', `write for example ${quote(`https://${url}`)}`);
      else if (pathPrefix.check(path).length > 0)
        refuse(url, pathPrefix.expected, 'write the path of requests');
      else paths.set(path, paths.get(path) ?? index);
    }
  }
  return isList && value.length === 0 ? undefined : {location, paths, hosts, faults};
}

/**
 * The URLs of a server, with each of the values that its variables can have; a variable without one stays, in braces.
 *
 * Source: OpenAPI 3.2, Server Variable Object.
 */
export function serverUrls(server: unknown): readonly string[] {
  const url = ownValue(server, 'url');
  let urls = typeof url === 'string' ? [''] : [];
  const parts = String(url).split(/\{([^{}]*)\}/);
  for (const [index, part] of parts.entries()) {
    const ends = index % 2 === 0 ? [part] : valuesOf(part, ownValue(ownValue(server, 'variables'), part));
    if (urls.length * ends.length > MAX_OPERATIONS) return [];
    urls = urls.flatMap((start) => ends.map((end) => start + end));
  }
  return urls;
}

function valuesOf(name: string, variable: unknown): readonly string[] {
  const [values, value] = [ownValue(variable, 'enum'), ownValue(variable, 'default')];
  const all: readonly unknown[] = Array.isArray(values) && values.length > 0 ? values : [value];
  return all.map((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : `{${name}}`));
}

/**
 * The path of a reference without dots and without a `/` at its end. Where a file is published is not known.
 *
 * Source: RFC 3986, section 5.2.
 *
 * @param base what a relative one is resolved against
 */
function resolvePath(reference: string, base: string | false): string {
  const path = reference.replace(/[?#].*$/s, '');
  const isRelative = base && /^https?:/.test(base) && path !== '' && !path.startsWith('/');
  const segments: string[] = [];
  const whole = isRelative ? new URL(base).pathname.replace(/[^/]*$/, () => path) : path;
  for (const segment of whole.replace(/^\//, '').split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`.replace(/\/+$/, '');
}
