import {keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {prefixOf} from '../openapi/effective-settings.ts';
import {serversBelowRoot} from '../openapi/server-paths.ts';
import {isInvalid, type Rule} from './rule.ts';
import {EACH_PREFIX} from './server-path.ts';

const KEY = 'path.base';

/** Without `path.from_servers` all routes begin with the same prefix. */
export const ownServers = {
  code: 'own-servers',
  severity: 'warning',
  summary:
    '`path.from_servers` is set if `servers` of paths or operations have other paths than those of the root',
  check(input) {
    const {description, settings, routes} = input;
    const {paths: root, faults: unknown} = description.servers;
    const base = settings.level(KEY) === 'default' ? undefined : prefixOf(settings);
    // "/" is for requests that come without the paths, and a prefix that no server has is not one of them.
    const isSettled = base === '' || (base !== undefined && !root.has(base));
    if (settings.get('path.from_servers') || isSettled || unknown.length > 0 || isInvalid(input, KEY))
      return [];
    return serversBelowRoot(routes, description.servers).flatMap(({servers, name, others}) => {
      const {paths, faults: ofPaths, location} = servers;
      if (others.length === 0 && (!base || ofPaths.length > 0 || paths.has(base))) return [];
      const atRoot = base ? `\`${KEY}\` is ${quote(base)}` : `those of the root ${quotedPaths(root)}`;
      return {
        message: `the \`servers\` of ${name} have the path ${quotedPaths(paths)}, and ${atRoot}: one prefix does not fit both`,
        hint: base ? `set \`path.from_servers\` to true instead of \`${KEY}\`` : EACH_PREFIX,
        setting: 'path.from_servers',
        location: keyLocation(location),
      };
    });
  },
} satisfies Rule;

function quotedPaths(paths: ReadonlyMap<string, number>): string {
  return [...paths.keys()].map((path) => quote(path || '/')).join(' or ');
}
