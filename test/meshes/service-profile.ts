import type {Request} from './request.ts';

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

function anchored(pathRegex: string): RegExp {
  const text = pathRegex.trim();
  return new RegExp(`${text.startsWith('^') ? '' : '^'}${text}${text.endsWith('$') ? '' : '$'}`, 's');
}
