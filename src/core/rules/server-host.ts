import {keyLocation} from '../base/problem.ts';
import {counted, quote} from '../base/quote.ts';
import {serversBelowRoot} from '../openapi/server-paths.ts';
import {EXTENSION} from '../settings/table.ts';
import type {Rule} from './rule.ts';

/** A Service that another host leads to may be another one. */
export const serverHost = {
  code: 'server-host',
  severity: 'note',
  summary: '`servers` of paths and operations have a host that those of the root have',
  check({description: {servers}, routes}) {
    const {hosts: root} = servers;
    // Where the root is relative, or a variable has no value, its host is not known.
    if (root.size === 0 || ![...root].every(isKnown)) return [];
    return serversBelowRoot(routes, servers)
      .filter(
        ({servers: {hosts}}) =>
          hosts.size > 0 && [...hosts].every((host) => isKnown(host) && !root.has(host)),
      )
      .map(({servers: {hosts, location}, name}) => ({
        message: `the \`servers\` of ${name} are on ${quotedHosts(hosts)}, not on a host of the root's`,
        hint: `exclude it with \`${EXTENSION}: {disabled: true}\` if another Service serves it`,
        location: keyLocation(location),
      }));
  },
} satisfies Rule;

function quotedHosts(hosts: ReadonlySet<string>): string {
  const [first] = hosts;
  return quote(first) + (hosts.size > 1 ? ` and ${counted(hosts.size - 1, 'other host')}` : '');
}

function isKnown(host: string): boolean {
  return host !== '' && !host.includes('{');
}
