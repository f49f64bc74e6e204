import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {GATEWAY_RULE_OF} from './gateways.ts';
import type {Match, NamedRoute, Rule} from './request.ts';

/**
 * Facts, each with the matches of HTTPRoutes and a request: `a exact GET = /x/a` is a match of the rule `exact` in the HTTPRoute `a`,
 * with a method or `*`, a type and a value; the oldest HTTPRoute comes first. Below it is the rule that every gateway uses, or `none`,
 * and what others use: `exact, nginx none`.
 */
const FACTS = readFileSync(path.join(import.meta.dirname, 'gateways.txt'), 'utf8')
  .trimEnd()
  .split(/\n(?! )/)
  .map((fact) => fact.split('\n').map((line) => line.trim()));

const TYPES: Readonly<Record<string, string>> = {'=': 'Exact', '^': 'PathPrefix', '~': 'RegularExpression'};

interface TestedRoute extends NamedRoute {
  readonly rules: (Rule & {readonly label: string; readonly matches: Match[]})[];
}

function routesOf(text: string): TestedRoute[] {
  const routes = new Map<string, TestedRoute>();
  for (const line of text.split('; ')) {
    const [name = '', label = '', method = '', type = '', value = ''] = line.split(' ');
    const route = routes.get(name) ?? {name: `default/${name}`, rules: []};
    routes.set(name, route);
    const known = route.rules.find((one) => one.label === label);
    const rule = known ?? {label, matches: []};
    if (known === undefined) route.rules.push(rule);
    const match = {path: {type: TYPES[type] ?? '', value}};
    rule.matches.push(method === '*' ? match : {...match, method});
  }
  return [...routes.values()];
}

describe.each(FACTS)('%s', (_, matches = '', asked = '') => {
  const [, method = '', requested = '', usual = '', others = ''] =
    /^(\S+) (\S+): ([^,]+)(?:, (.*))?$/.exec(asked) ?? [];
  const usedBy = new Map(
    others.split(', ').map((other): [string, string] => {
      const [gateway = '', rule = ''] = other.split(' ');
      return [gateway, rule];
    }),
  );
  const routes = routesOf(matches);

  test.each(Object.entries(GATEWAY_RULE_OF))('in %s', (gateway, ruleOf) => {
    const used = ruleOf(routes, {method, path: requested});
    const labels = new Map<Rule, string>(
      routes.flatMap(({rules}) => rules.map((rule) => [rule, rule.label])),
    );
    expect((used && labels.get(used)) ?? 'none').toBe(usedBy.get(gateway) ?? usual);
  });
});
