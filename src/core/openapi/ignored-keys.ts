import {distance} from 'fastest-levenshtein';
import {isMap, ownValue} from '../base/json.ts';
import {sameLetters} from '../base/nearest-key.ts';
import {childLocation, type Finding, type FoundFault, keyLocation, type Location} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {HOSTS} from '../settings/read.ts';
import {childrenOf, EXTENSION, IGNORE_EXTENSION, type Scope, SETTINGS} from '../settings/table.ts';
import type {PlacedMap} from './placed.ts';
import {
  ADDITIONAL_OPERATIONS,
  HTTP_METHODS,
  OPENAPI_VERSIONS,
  type OpenapiVersion,
  PATH_ITEM_KEYS,
} from './version.ts';

const MAX_TYPOS = 2;

const OURS: readonly string[] = [IGNORE_EXTENSION, EXTENSION];

/** Extensions of other tools that are one or two letters away. */
const NEIGHBOURS = ['x-apigee', 'x-apigw'];

/** Names that settings begin with. OpenAPI has none of these keys but `security`, whose value is a list. */
const STARTS = new Set(childrenOf(SETTINGS, '').map(({name}) => name));
const OF_SECURITY = childrenOf(SETTINGS, 'security.').map(({name}) => name);

/** The setting that is not below the extension: indented too little, or in its name. */
function straySetting(key: string, value: unknown): string | undefined {
  const [, inName] = /^x-apigen[.-](.+)/.exec(key) ?? [];
  if (key === 'security' && !OF_SECURITY.some((name) => ownValue(value, name) !== undefined))
    return undefined;
  const setting = inName ?? key;
  return STARTS.has(setting.split('.', 1)[0] ?? '') ? setting : undefined;
}

/** The key that one was most likely meant for, where it would be ignored silently. */
export function misspelledExtension(key: string): string | undefined {
  // Redocly makes one key of a comment in JSON and the key after it.
  if (key.includes(EXTENSION) && !key.startsWith('x-')) return OURS.find((one) => key.includes(one));
  // Of the ten thousand keys of a large description few reach the comparison letter by letter.
  if (!/gen|pig|ige/i.test(key) || NEIGHBOURS.includes(key.toLowerCase())) return undefined;
  return OURS.includes(key) ? undefined : OURS.find((one) => distance(key.toLowerCase(), one) <= MAX_TYPOS);
}

/** Fields of the root: others may hold path items. Source: OpenAPI 3.2, OpenAPI Object. */
const ROOT_FIELDS = ['info', 'servers', 'tags', 'externalDocs', 'paths', 'webhooks', 'components'];

/** Keys that OpenAPI does not have: `security`, and `securityDefinitions` of Swagger 2.0, are not among them. */
const LIKE_SECURITY = /^(?:secur(?!ity(?:Definitions)?$)|auth$|authenti|authori[sz])/i;

/** Keys of a map at which settings apply that would lose settings or a route silently. */
export function ignoredKeys({value, location}: PlacedMap, scope: Scope, version: OpenapiVersion) {
  // In an operation they are misplaced: indented too deep.
  const methods = scope === 'path' ? HTTP_METHODS[version] : [];
  const hasNoPaths = scope === 'root' && value.paths === undefined;
  const faults: FoundFault[] = [];
  for (const name of Object.keys(value)) {
    // Few keys have a fault.
    const place = () => childLocation(location, name);
    const report = (code: string, message: string, fix: Pick<Finding, 'hint' | 'suggestion'>) =>
      faults.push({code, message, ...fix, location: keyLocation(place())});
    const suggestion = misspelledExtension(name);
    const setting = straySetting(name, value[name]);
    const isLike = (key: string) => name !== key && distance(name.toLowerCase(), key) <= MAX_TYPOS;
    if (suggestion !== undefined) report('unknown-setting', `unknown extension ${quote(name)}`, {suggestion});
    else if (hasNoPaths && !name.startsWith('x-') && isLike('paths'))
      report('paths', `unknown key ${quote(name)}, and \`paths\` is missing`, {suggestion: 'paths'});
    else if (setting !== undefined) {
      const hint = `move \`${setting}\` below \`${EXTENSION}\`, with more indentation`;
      report('setting-scope', `\`${name}\` has no effect outside of \`${EXTENSION}\``, {hint});
    } else if (scope === 'path' && !name.startsWith('x-') && !PATH_ITEM_KEYS[version].includes(name))
      report('path-item-key', `unknown key ${quote(name)} of a path item`, fixOf(name, value[name], version));
    const isNear = /^(?!x-).*(?:sec|cur|uri|ity)/i.test(name) && isLike('security');
    if (scope !== 'path' && (isNear || LIKE_SECURITY.test(name)))
      report('security-scheme', `unknown key ${quote(name)}`, {suggestion: 'security'});
    if (scope === 'root' ? ROOT_FIELDS.includes(name) : !name.startsWith('x-') && !methods.includes(name))
      for (const extension of OURS)
        for (const at of misplacedExtensions(extension, name, value[name], place)) {
          const message = `\`${extension}\` has no effect in \`${name}\``;
          faults.push({code: 'setting-scope', message, hint: HOSTS, location: at});
        }
  }
  return faults;
}

/** Each extension of ours directly in a field, in an item of a list, or in a response: it has no effect there. */
function misplacedExtensions(extension: string, name: string, field: unknown, place: () => Location) {
  const hasExtension = (value: unknown) => (ownValue(value, extension) ?? null) !== null;
  const inside = (at: Location) => keyLocation(childLocation(at, extension));
  const items = Array.isArray(field) || (name === 'responses' && isMap(field)) ? Object.entries(field) : [];
  return [
    ...(hasExtension(field) ? [inside(place())] : []),
    ...items.flatMap(([key, item]) => (hasExtension(item) ? inside(childLocation(place(), key)) : [])),
  ];
}

/** Which framework writes a key for what, in descriptions that nobody edits. Sources: @nestjs/swagger, @fastify/swagger, Elysia. */
const GENERATED: Readonly<Record<string, string>> = {
  search: 'NestJS writes it for `@All`',
  query: 'Fastify writes it for `all`',
  ws: 'Elysia writes it for a WebSocket',
};

/** A way to fix an unknown key of a path item. */
function fixOf(name: string, value: unknown, version: OpenapiVersion): Pick<Finding, 'hint' | 'suggestion'> {
  if (name === '<<') return {hint: 'remove the quotes: a merge key has none, and JSON has no merge keys'};
  if (name === 'security') return {hint: 'move it to its operations, or to the root'};
  const meant = name.trim().toLowerCase();
  const away = (key: string) => distance(meant, key.toLowerCase());
  const later = PATH_ITEM_KEYS['3.2'].find((key) => away(key) === 0);
  const keys = PATH_ITEM_KEYS[version];
  const framework = ownValue(GENERATED, name);
  const generated = framework ? `${framework}: set \`${IGNORE_EXTENSION}: [path-item-key]\`, or ` : '';
  if (later !== undefined && !keys.includes(later)) {
    const since = OPENAPI_VERSIONS.find((one) => PATH_ITEM_KEYS[one].includes(later));
    return {hint: `${generated}use OpenAPI ${since}, the first with \`${later}\` in path items`};
  }
  if (generated) return {hint: `${generated}remove it`};
  // JavaScript's word, and CoAP's method.
  if (meant === 'fetch') return {suggestion: 'get'};
  // One slip, or letters in another order: `gte` for `get`, but not `del`.
  const suggestion = keys.find((key) => away(key) <= 1 || sameLetters(key, meant));
  if (suggestion !== undefined) return {suggestion};
  const isMethod = value === null || isMap(value);
  const where = `\`${ADDITIONAL_OPERATIONS}\`${version === '3.2' ? '' : ' of OpenAPI 3.2'}`;
  const move = `if it is a method, move it to ${where}; otherwise `;
  return {hint: `${isMethod ? move : ''}remove it, or begin it with \`x-\``};
}
