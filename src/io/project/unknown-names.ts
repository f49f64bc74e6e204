import {isMap, type JsonMap} from '../../core/json.ts';
import {LINT_RULES} from '../../core/lint.ts';
import {nearestKey} from '../../core/nearest-key.ts';
import {childLocation, type Finding, keyLocation, type Location, type Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {unknownSetting} from '../../core/rules/unknown-setting.ts';
import {apisOf, DECORATOR} from './redocly-decorator.ts';

const PREFIX = 'apigen/';

/** What the plugin adds to Redocly, by what a configuration calls it. */
const KNOWN = {
  decorator: [DECORATOR],
  rule: LINT_RULES.map(({code}) => `${PREFIX}${code}`),
  preprocessor: [],
} as const;

type Kind = keyof typeof KNOWN;

/**
 * The names that begin with `apigen/` and that the plugin does not have, as decorators and rules of a `redocly.yaml` and of
 * its APIs. Redocly ignores them silently.
 */
export function unknownNames(config: unknown, uri: string): Problem[] {
  const root = {uri, pointer: ''};
  const apis = apisOf(config);
  const ofApis = Object.entries(isMap(apis) ? apis : {}).flatMap(([alias, api]) =>
    namesIn(api, childLocation(childLocation(root, 'apis'), alias)),
  );
  return [...namesIn(config, root), ...ofApis];
}

/** The problems of one level: the root of the configuration, or an API. */
function namesIn(level: unknown, location: Location): Problem[] {
  return Object.entries(isMap(level) ? level : {}).flatMap(([key, entries]) => {
    const kind = kindOf(key);
    return kind && isMap(entries) ? unknownIn(kind, entries, childLocation(location, key)) : [];
  });
}

/** `decorators`, or those of one version: `oas3_1Decorators`. */
function kindOf(key: string): Kind | undefined {
  if (/^(decorators|.*Decorators)$/.test(key)) return 'decorator';
  if (/^(rules|.*Rules)$/.test(key)) return 'rule';
  return /^(preprocessors|.*Preprocessors)$/.test(key) ? 'preprocessor' : undefined;
}

function unknownIn(kind: Kind, entries: JsonMap, location: Location): Problem[] {
  const known: readonly string[] = KNOWN[kind];
  return Object.keys(entries)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => ({
      code: unknownSetting.code,
      severity: 'warning',
      message: `unknown ${kind} ${quote(name)}`,
      ...fixOf(name, known),
      location: keyLocation(childLocation(location, name)),
    }));
}

function fixOf(name: string, known: readonly string[]): Pick<Finding, 'hint' | 'suggestion'> {
  if (name === DECORATOR) return {hint: 'move it to `decorators`'};
  if (KNOWN.rule.includes(name)) return {hint: 'move it to `rules`'};
  const meant = nearestKey(
    name.slice(PREFIX.length),
    [...known, DECORATOR].map((one) => one.slice(PREFIX.length)),
  );
  if (meant !== undefined) return {suggestion: `${PREFIX}${meant}`};
  return {
    hint: known.length > 0 ? `known here: ${known.map((one) => `\`${one}\``).join(', ')}` : 'remove it',
  };
}
