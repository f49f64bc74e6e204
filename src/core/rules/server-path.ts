import {keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {serversBelowRoot} from '../openapi/server-paths.ts';
import {isInvalid, type Rule} from './rule.ts';

const KEY = 'path.base';

/** What to do where `servers` have different paths. */
export const EACH_PREFIX =
  'set `path.from_servers` to true if requests have these paths, or `path.base` to "/" if they come without them';

/** A gateway may add the path of `servers` in front of the Service, so it is not a prefix by itself. */
export const serverPath = {
  code: 'server-path',
  severity: 'note',
  summary: '`path.base` or `path.from_servers` is set if `servers` have a path',
  check(input) {
    const {description, settings, routes} = input;
    const {location, paths, faults} = description.servers;
    const found = [...paths].filter(([path]) => path !== '');
    const isSet = settings.level(KEY) !== 'default' || settings.get('path.from_servers') === true;
    if (found.length === 0 || faults.length > 0 || isSet || isInvalid(input, KEY)) return [];
    const isOfAll = serversBelowRoot(routes, description.servers).every(({others}) => others.length === 0);
    const shown = JSON.stringify(found[0]?.[0]);
    const ofOne = `${shown}, the path of ${isOfAll ? 'all `servers`' : 'the `servers` at the root'}`;
    const ofEach = found.map(([path, index]) => `${quote(path)} of \`servers[${index}]\``).join(' or ');
    const hint = settings.get('gateway.name')
      ? `set \`${KEY}\` to ${shown} if requests reach the Gateway with it, or to "/"; only Envoy Gateway (HTTPRouteFilter), Traefik (Middleware) and Kong (plugins) can remove it for the Service`
      : `set \`${KEY}\` to ${shown} if requests reach the Service with it, or to "/" if a gateway removes it`;
    const message = `\`${KEY}\` is not set: the routes do not begin with ${paths.size === 1 ? ofOne : ofEach}`;
    const fix = paths.size === 1 && isOfAll ? hint : EACH_PREFIX;
    return [{message, hint: fix, setting: KEY, location: keyLocation(location)}];
  },
} satisfies Rule;
