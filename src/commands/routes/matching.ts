import {type OutputMatcher, outputMatcher, spanningMatcher} from '../../core/route-table.ts';
import {hostnamesOf} from '../../core/targets/target.ts';
import type {Places} from '../../io/print/report.ts';
import type {ApiNames, ApiRoutes, ReadApis} from '../../io/run/read-apis.ts';

export interface MatchedApi {
  readonly api: ApiRoutes & Required<Pick<ApiRoutes, 'output'>>;
  readonly matcher: OutputMatcher;
  /** What would match if the last parameter of each path spanned segments; made when it is asked for. */
  readonly spanning: () => OutputMatcher;
}

export interface Matching {
  readonly apis: readonly MatchedApi[];
  readonly names: ApiNames;
  readonly places: Places;
  readonly json: boolean;
}

/** What requests to some APIs are compared with. */
export function matchingOf({apis, names, places}: ReadApis, json: boolean): Matching {
  const matched = apis.flatMap(({output, ...api}) => (output ? [matchedApi({...api, output})] : []));
  return {apis: matched, names, places, json};
}

function matchedApi(api: MatchedApi['api']): MatchedApi {
  let made: OutputMatcher | undefined;
  const spanning = () => {
    made ??= spanningMatcher(api.output);
    return made;
  };
  return {api, matcher: outputMatcher(api.output), spanning};
}

/** The same without the APIs whose routes are for other hostnames. Source: Gateway API v1, HTTPRouteSpec: `*` is one label or more. */
export function forHostname(matching: Matching, hostname: string): Matching {
  const asked = hostname.toLowerCase();
  const isAsked = (own: string) => (own.startsWith('*') ? asked.endsWith(own.slice(1)) : asked === own);
  const apis = matching.apis.filter(({api}) => {
    const hostnames = hostnamesOf(api.output.input.settings);
    return hostnames.length === 0 || hostnames.some(isAsked);
  });
  return {...matching, apis};
}
