import {normalizePrefix} from '../../../openapi/path-template.ts';
import {settingPlace} from '../../../openapi/setting-place.ts';
import {type Finding, keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule, RuleInput} from '../../../rule.ts';
import {EXTENSION} from '../../../settings/table.ts';
import type {DescribedRoute} from '../described-route.ts';
import {MAX_PATH_LENGTH, pathMatch} from '../path-match.ts';
import {planOf} from '../plan.ts';

export const routePath = {
  code: 'route-path',
  severity: 'error',
  summary: 'Paths are not too long for an HTTPRoute',
  check(input) {
    const tooLong = planOf(input).routes.filter(({match}) => match.value.length > MAX_PATH_LENGTH);
    const byBase = tooLong.filter(isMostlyBase);
    return [...longBase(byBase, input), ...tooLong.filter((route) => !byBase.includes(route)).map(longPath)];
  },
} satisfies Rule;

const BASE = 'path.base';

/** Whether `path.base` takes more of the match than the path itself. */
function isMostlyBase({match, path}: DescribedRoute): boolean {
  return pathMatch('', path).value.length < match.value.length / 2;
}

/** What is wrong with `path.base`, once for all paths. */
function longBase(routes: readonly DescribedRoute[], input: RuleInput): Finding[] {
  if (routes.length === 0) return [];
  const paths = [...new Set(routes.map(({path}) => path))];
  const [only = '', ...others] = paths;
  const which = others.length === 0 ? `path ${quote(only)}` : `${paths.length} paths`;
  const longest = Math.max(...routes.map(({match}) => match.value.length));
  const base = quote(normalizePrefix(input.settings.get(BASE) ?? ''));
  return [
    {
      message: `\`${BASE}\` ${base} makes ${which} too long for an HTTPRoute: ${expected(longest)}`,
      hint: 'shorten it',
      setting: BASE,
      ...settingPlace(BASE, input),
    },
  ];
}

function longPath({operation: {pathItem}, match: {type, value}}: DescribedRoute): Finding {
  const where = type === 'Exact' ? '' : ' in its expression';
  return {
    message: `path ${quote(pathItem.path)} is too long for an HTTPRoute: ${expected(value.length)}${where}`,
    hint: `shorten it, or exclude it with \`${EXTENSION}: {disabled: true}\``,
    location: keyLocation(pathItem.location),
  };
}

function expected(found: number): string {
  return `expected at most ${MAX_PATH_LENGTH} characters, found ${found}`;
}
