import {type OutputMatcher, outputMatcher, spanningMatcher} from '../../core/generate/route-table.ts';
import {isForHost} from '../../core/routes/request.ts';
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

/** What requests to some APIs are compared with; for a hostname without the APIs whose routes are for others. */
export function matchingOf({apis, names, places}: ReadApis, json: boolean, hostname?: string): Matching {
  const matched = apis.flatMap(({output, ...api}) =>
    output && isForHost(hostname, hostnamesOf(output.input.settings)) ? [matchedApi({...api, output})] : [],
  );
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
