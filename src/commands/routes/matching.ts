import {type OutputMatcher, outputMatcher} from '../../core/route-table.ts';
import type {Places} from '../../io/print/report.ts';
import {type ApiNames, type ApiRoutes, namesOfApis, type ReadApis} from '../../io/run/read-apis.ts';

export interface MatchedApi {
  readonly api: ApiRoutes & Required<Pick<ApiRoutes, 'output'>>;
  readonly matcher: OutputMatcher;
}

export interface Matching {
  readonly apis: readonly MatchedApi[];
  readonly names: ApiNames;
  readonly places: Places;
  readonly json: boolean;
}

/** What requests to some APIs are compared with. */
export function matchingOf({apis, places}: ReadApis, json: boolean): Matching {
  const matched = apis.flatMap(({output, ...api}) =>
    output ? [{api: {...api, output}, matcher: outputMatcher(output)}] : [],
  );
  return {apis: matched, names: namesOfApis(apis), places, json};
}
