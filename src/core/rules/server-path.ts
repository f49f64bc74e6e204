import {isInvalid, type Rule} from '../rule.ts';

const KEY = 'path.base';

/** A gateway may add the path of `servers` in front of the Service, so it is not a prefix by itself. */
export const serverPath = {
  code: 'server-path',
  severity: 'note',
  summary: '`path.base` is set if all `servers` share a path',
  check(input) {
    const {description, settings} = input;
    const {serverPath: path, uri} = description;
    if (path === undefined || settings.level(KEY) !== 'default' || isInvalid(input, KEY)) return [];
    const shown = JSON.stringify(path);
    return [
      {
        message: `\`${KEY}\` is not set: the routes do not begin with ${shown}, the path of all \`servers\``,
        hint: settings.get('gateway.name')
          ? `set \`${KEY}\` to ${shown} if requests reach the Gateway with it, or to "/"; only Envoy Gateway (HTTPRouteFilter), Traefik (Middleware) and Kong (plugins) can remove it for the Service`
          : `set \`${KEY}\` to ${shown} if requests reach the Service with it, or to "/" if a gateway removes it`,
        setting: KEY,
        location: {uri, pointer: '/servers', at: 'key'},
      },
    ];
  },
} satisfies Rule;
