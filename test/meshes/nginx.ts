import {
  candidates,
  compareLengths,
  compareMethods,
  compiled,
  type Match,
  mergeSlashes,
  takesMethod,
  takesPath,
  type UsedRule,
} from './request.ts';

/**
 * The rule that NGINX Gateway Fabric uses: nginx chooses a location by the decoded path alone, and only the matches with the
 * path of this location are asked for their method, those with a method first. Expressions are open at their end; the longer
 * one comes first, of equal ones the text from A to Z. A rule with a text that the validator refuses is left out.
 *
 * Source: nginx/nginx-gateway-fabric, internal/controller/state/dataplane/sort.go: `sortPathRules`, `sortMatchRules`;
 * nginx/config/servers.go: `createPath`, `initializeExternalLocations`; nginx/config/validation/common.go: `pathFmt`;
 * nginx/modules/src/httpmatches.js: `findWinningMatch`.
 */
export const nginxRule: UsedRule = (routes, request) => {
  const path = mergeSlashes(decodeURIComponent(request.path));
  const all = candidates(routes).filter(({rule}) => rule.matches.every((match) => isValid(match.path.value)));
  const [location] = all
    .filter(({match}) => takesPath(match, path, matches))
    .sort((a, b) => compare(a.match, b.match, path));
  if (location === undefined) return undefined;
  const {type, value} = location.match.path;
  const inside = all.filter(({match}) => match.path.type === type && match.path.value === value);
  inside.sort((a, b) => compareMethods(a.match, b.match));
  const found = inside.find(({match}) => takesMethod(match, request));
  if (found === undefined || (inside.length === 1 && found.match.method === undefined)) return found?.rule;
  // It is asked after a redirect to a path of one segment. An expression that takes it is used, or asks again without end: 500.
  const [taken] = all
    .filter(({match}) => match.path.type === 'RegularExpression' && matches(match.path.value, INTERNAL))
    .sort((a, b) => compare(a.match, b.match, INTERNAL));
  if (taken === undefined) return found.rule;
  return taken.match.method === undefined ? taken.rule : undefined;
};

const INTERNAL = '/_ngf-internal-rule0-route0';

function isValid(value: string): boolean {
  return /^\/[^\s{};]*$/.test(value);
}

function matches(expression: string, path: string): boolean {
  return compiled(`^${expression}`).test(path);
}

function compare(a: Match, b: Match, path: string): number {
  const order = kind(a, path) - kind(b, path) || compareLengths(a, b);
  return order || (a.path.value < b.path.value ? -1 : 1);
}

/** A prefix gets two locations: `= /a`, which comes before expressions, and `/a/`, which comes after them. */
function kind({path: {type, value}}: Match, path: string): number {
  if (type === 'Exact') return 0;
  if (type === 'RegularExpression') return 2;
  return path === value && value !== '/' ? 1 : 3;
}
