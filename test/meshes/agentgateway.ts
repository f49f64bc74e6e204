import {
  compareLengths,
  compareMethods,
  findsWhole,
  type Match,
  type NamedRoute,
  type Request,
  type Rule,
  takesMethod,
  takesPath,
} from './request.ts';

/**
 * The rule that agentgateway uses: Exact first, then by the length of the text, then those with a method, then by the name of
 * the HTTPRoute and the number of the rule as one text. Age does not matter.
 *
 * Source: agentgateway/agentgateway, crates/agentgateway/src/types/agent.rs: `RouteSet::compare_route`; http/route.rs:
 * `matches_request`; controller/pkg/agentgateway/utils/utils.go: `InternalRouteRuleKey`.
 */
export function agentgatewayRule(routes: readonly NamedRoute[], request: Request): Rule | undefined {
  const keyed = routes.flatMap(({name, rules}) =>
    rules.flatMap((rule, index) => {
      const key = `${name}.${String(index).padStart(2, '0')}`;
      return rule.matches.map((match) => ({match, rule, key}));
    }),
  );
  keyed.sort((a, b) => compare(a.match, b.match) || (a.key < b.key ? -1 : 1));
  return keyed.find(({match}) => takesMethod(match, request) && takesPath(match, request.path, findsWhole))
    ?.rule;
}

function compare(a: Match, b: Match): number {
  const exact = Number(b.path.type === 'Exact') - Number(a.path.type === 'Exact');
  return exact || compareLengths(a, b) || compareMethods(a, b);
}
