import {compiled, type Request} from './request.ts';

/** The fields of a ServiceProfile's route that decide what happens to a request. */
export interface ProfileRoute {
  readonly condition: {readonly method: string; readonly pathRegex: string};
  readonly name: string;
  readonly timeout?: string;
  readonly isRetryable?: boolean;
}

/**
 * The route of a ServiceProfile that Linkerd's proxy uses: the first that matches.
 *
 * Source: linkerd2-proxy, linkerd/service-profiles/src/proto.rs: `convert_req_match`.
 */
export function profileRoute(
  routes: readonly ProfileRoute[],
  {method, path}: Request,
): ProfileRoute | undefined {
  return routes.find(
    ({condition}) => condition.method === method && anchored(condition.pathRegex).test(path),
  );
}

/** The same without the requests that have nothing for a parameter which is a whole segment: a Gateway does not serve them. */
export function withoutEmptySegments(routes: readonly ProfileRoute[]): ProfileRoute[] {
  return routes.map(({condition, ...route}) => {
    const pathRegex = condition.pathRegex
      .replace(/\/(?:\[\^\/\]\*)+(?=\/|\(\?:\/|$)/g, '/[^/]+')
      .replace(/\/\.\*(?=\/|\(\?:\/|$)/g, '/.+');
    return {...route, condition: {...condition, pathRegex}};
  });
}

function anchored(pathRegex: string): RegExp {
  const text = pathRegex.trim();
  return compiled(`${text.startsWith('^') ? '' : '^'}${text}${text.endsWith('$') ? '' : '$'}`);
}
