import {type OutputMatcher, outputMatcher, spanningMatcher} from '../../core/generate/route-table.ts';
import {isForHost} from '../../core/routes/request.ts';
import {hostnamesOf} from '../../core/targets/target.ts';
import type {Places} from '../../io/print/problems.ts';
import type {ApiNames, ApiRoutes, ReadApis} from '../../io/run/generate/read-apis.ts';

export interface MatchedApi {
  readonly api: ApiRoutes & Required<Pick<ApiRoutes, 'output'>>;
  readonly matcher: OutputMatcher;
  /** The hosts that requests of a log may be for; empty for all. */
  readonly hostnames: readonly string[];
  /** What would match if the last parameter of each path spanned segments; made when it is asked for. */
  readonly spanning: () => OutputMatcher;
}

export interface Matching {
  readonly apis: readonly MatchedApi[];
  readonly names: ApiNames;
  readonly places: Places;
  readonly json: boolean;
}

/** What requests to some APIs are compared with; for a hostname without the APIs whose routes are for others. */
export function matchingOf({apis, names, places}: ReadApis, json: boolean, hostname?: string): Matching {
  const asked = hostname === undefined ? undefined : [hostname.toLowerCase()];
  const matched = apis.flatMap(({output, ...api}) => {
    const hostnames = output ? hostnamesOf(output.input.settings) : [];
    return output && isForHost(hostname, hostnames) ? [matchedApi({...api, output}, asked ?? hostnames)] : [];
  });
  return {apis: matched, names, places, json};
}

function matchedApi(api: MatchedApi['api'], hostnames: readonly string[]): MatchedApi {
  let made: OutputMatcher | undefined;
  const spanning = () => {
    made ??= spanningMatcher(api.output);
    return made;
  };
  return {api, matcher: outputMatcher(api.output), hostnames, spanning};
}
