import {keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {prefixOf, settingPlace} from '../openapi/effective-settings.ts';
import {serversBelowRoot} from '../openapi/server-paths.ts';
import {normalizePrefix} from '../routes/path-template.ts';
import {isInvalid, type Rule} from './rule.ts';

const KEY = 'path.base';

/** A hint where `servers` have different paths. */
export const EACH_PREFIX =
  'set `path.from_servers` to true if requests have these paths, or `path.base` to "/" if they come without them';

/** A gateway may add the path of `servers` in front of the Service, so it is not a prefix by itself; nor is any other path. */
export const serverPath = {
  code: 'server-path',
  severity: 'note',
  summary:
    '`path.base` is `/` or the path of a server, or `path.from_servers` is set, if `servers` have a path',
  check(input) {
    const {description, settings, routes} = input;
    const {location, faults} = description.servers;
    const {'path.base': basePath} = description.implied;
    const paths = basePath ? new Map([[normalizePrefix(basePath), 0]]) : description.servers.paths;
    const prefixes = [...paths].filter(([path]) => path !== '');
    const below = serversBelowRoot(routes, description.servers);
    const base = settings.level(KEY) === 'default' ? undefined : prefixOf(settings);
    const isOfServer = ({servers}: (typeof below)[number]) =>
      servers.faults.length > 0 || (base !== undefined && servers.paths.has(base));
    const isSettled = base === '' || (base !== undefined && (paths.has(base) || below.some(isOfServer)));
    if (prefixes.length === 0 || faults.length > 0 || isSettled) return [];
    if (settings.get('path.from_servers') || isInvalid(input, KEY)) return [];
    const isOfAll = below.every(({others}) => others.length === 0);
    const shown = JSON.stringify(prefixes[0]?.[0]);
    const owner = `the path of ${isOfAll ? 'all `servers`' : 'the `servers` at the root'}`;
    const ofOne = `${shown}, ${basePath ? 'the `basePath`' : owner}`;
    const ofEach = prefixes.map(([path, index]) => `${quote(path)} of \`servers[${index}]\``).join(' or ');
    const hint = settings.get('gateway.name')
      ? `set \`${KEY}\` to ${shown} if requests reach the Gateway with it, or to "/"; only Envoy Gateway (HTTPRouteFilter), Traefik (Middleware) and Kong (plugins) can remove it for the Service`
      : `set \`${KEY}\` to ${shown} if requests reach the Service with it, or to "/" if a gateway removes it`;
    const begin = base === undefined ? 'is not set: the routes do not begin with' : `is ${quote(base)}, not`;
    const message = `\`${KEY}\` ${begin} ${paths.size === 1 ? ofOne : ofEach}`;
    const fix = paths.size === 1 && isOfAll ? hint : EACH_PREFIX;
    const place = base === undefined ? {location: keyLocation(location)} : settingPlace(KEY, input);
    return [{message, hint: fix, setting: KEY, ...place}];
  },
} satisfies Rule;
