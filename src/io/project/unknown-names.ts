import {isMap, ownValue} from '../../core/base/json.ts';
import {nearestKey, nearestWord} from '../../core/base/nearest-key.ts';
import {
  childLocation,
  type Finding,
  keyLocation,
  type Location,
  type Problem,
} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {LINT_RULES} from '../../core/generate/lint.ts';
import {unknownSetting} from '../../core/rules/fault-rules.ts';
import {DECORATOR} from './redocly-decorator.ts';

const PREFIX = 'apigen/';

const RULES = LINT_RULES.map(({code}) => `${PREFIX}${code}`);

/** The names that the plugin adds to Redocly, by the key of a configuration, and what that calls them. */
const KNOWN: readonly (readonly [key: RegExp, what: string, names: readonly string[]])[] = [
  [/^(decorators|.*Decorators)$/, 'decorator', [DECORATOR]],
  [/^(rules|.*Rules)$/, 'rule', RULES],
  [/^(preprocessors|.*Preprocessors)$/, 'preprocessor', []],
];

/**
 * The names that begin with `apigen/` and that the plugin does not have, as decorators and rules of a `redocly.yaml` and of
 * its APIs, keys with such names that Redocly does not read, and a misspelled `overlays`.
 */
export function unknownNames(config: unknown, uri: string): Problem[] {
  const root = {uri, pointer: ''};
  const apis = ownValue(config, 'apis');
  const ofApis = Object.entries(isMap(apis) ? apis : {}).flatMap(([alias, api]) =>
    namesIn(api, childLocation(childLocation(root, 'apis'), alias)),
  );
  return [...namesIn(config, root), ...ofApis];
}

/** The problems of one level: the root of the configuration, or an API. Keys may name a version: `oas3_1Decorators`. */
function namesIn(level: unknown, location: Location): Problem[] {
  return Object.entries(isMap(level) ? level : {}).flatMap(([key, entries]) => {
    const place = childLocation(location, key);
    if (key !== 'overlays' && nearestWord(key, ['overlays']))
      return [unknown('key', key, {suggestion: 'overlays'}, place)];
    if (key.startsWith(PREFIX)) return [unknown('key', key, fixOf(key, []), place)];
    const names = Object.keys(isMap(entries) ? entries : {}).filter((name) => name.startsWith(PREFIX));
    const [, what, known] = KNOWN.find(([keys]) => keys.test(key)) ?? [];
    if (what !== undefined && known !== undefined)
      return names
        .filter((name) => !known.includes(name))
        .map((name) => unknown(what, name, fixOf(name, known), childLocation(place, name)));
    const [first] = names;
    return first === undefined ? [] : [unknown('key', key, fixOf(first, []), place)];
  });
}

type Fix = Pick<Finding, 'hint' | 'suggestion'>;

function unknown(what: string, name: string, fix: Fix, at: Location): Problem {
  const {code, severity} = unknownSetting;
  return {code, severity, message: `unknown ${what} ${quote(name)}`, ...fix, location: keyLocation(at)};
}

function fixOf(name: string, known: readonly string[]): Fix {
  if (name === DECORATOR) return {hint: 'move it to `decorators`'};
  if (RULES.includes(name)) return {hint: 'move it to `rules`'};
  const plain = (one: string) => one.slice(PREFIX.length);
  const meant = nearestKey(plain(name), [...known, DECORATOR].map(plain));
  if (meant !== undefined) return {suggestion: `${PREFIX}${meant}`};
  const listed = known.map((one) => `\`${one}\``).join(', ');
  return {hint: listed ? `known here: ${listed}` : 'remove it'};
}
