import {isMap, type JsonMap} from './json-pointer.ts';
import {nearestKey} from './nearest-key.ts';
import {childLocation, kindOf, type Location, type Problem, quote} from './problem.ts';
import {checkValue, valueCode} from './setting-value.ts';
import {findSetting, type Scope, SETTINGS, type Setting, type SettingValues, settingsIn} from './settings.ts';

/** The key under which the settings stand, at the root, at a path item and at an operation. */
export const EXTENSION = 'x-apigen';

/** What one `x-apigen` gives: the values that are right, and what is wrong with the others. */
export interface ExtensionReading {
  readonly values: SettingValues;
  readonly problems: readonly Problem[];
}

const NOTHING: ExtensionReading = {values: {}, problems: []};
const PLACES: Readonly<Record<Scope, string>> = {
  root: 'the root',
  path: 'a path item',
  operation: 'an operation',
};

/**
 * Reads and judges one `x-apigen` value.
 *
 * @param value what stands under the key; `null` and `undefined` mean that nothing is set
 * @param scope the level at which it stands
 * @param location where it stands, for the problems
 */
export function readExtension(value: unknown, scope: Scope, location: Location): ExtensionReading {
  if (value === undefined || value === null) return NOTHING;
  if (!isMap(value)) {
    const message = `\`${EXTENSION}\` must be a map of settings, but it is ${kindOf(value)}`;
    return {
      values: {},
      problems: [{code: 'setting-value', severity: 'error', message, hint: example(scope), location}],
    };
  }
  const found: Found = {values: [], problems: []};
  readGroup(value, '', scope, location, found);
  return {values: Object.fromEntries(found.values), problems: found.problems};
}

interface Found {
  readonly values: [string, unknown][];
  readonly problems: Problem[];
}

function readGroup(map: JsonMap, prefix: string, scope: Scope, location: Location, found: Found): void {
  for (const [name, value] of Object.entries(map)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    const place = childLocation(location, name);
    const setting = name.includes('.') ? undefined : findSetting(key);
    if (setting) readSetting(setting, value, scope, place, found);
    else if (isGroup(key) && !name.includes('.')) readNested(key, value, scope, place, found);
    else found.problems.push(unknownSetting(key, name, scope, place));
  }
}

function readSetting(setting: Setting, value: unknown, scope: Scope, location: Location, found: Found): void {
  if (value === null) return;
  if (!setting.scopes.includes(scope)) {
    found.problems.push(outOfScope(setting.key, scope, location));
    return;
  }
  const checked = checkValue(setting, value);
  if (checked.ok) found.values.push([setting.key, checked.value]);
  else {
    const {message, hint} = checked;
    found.problems.push({code: valueCode(setting), severity: 'error', message, hint, location});
  }
}

function readNested(key: string, value: unknown, scope: Scope, location: Location, found: Found): void {
  if (value === null) return;
  if (isMap(value)) readGroup(value, key, scope, location, found);
  else if (settingsIn(scope).some((setting) => setting.key.startsWith(`${key}.`))) {
    const message = `\`${key}\` must be a map of settings, but it is ${quote(value)}`;
    const [first] = settingsIn(scope).filter((setting) => setting.key.startsWith(`${key}.`));
    const hint =
      first === undefined
        ? example(scope)
        : `write for example \`${key}: {${first.key.slice(key.length + 1)}: ${first.example}}\``;
    found.problems.push({code: 'setting-value', severity: 'error', message, hint, location});
  } else found.problems.push(outOfScope(key, scope, location));
}

function isGroup(key: string): boolean {
  return SETTINGS.some((setting) => setting.key.startsWith(`${key}.`));
}

function outOfScope(key: string, scope: Scope, location: Location): Problem {
  return {
    code: 'setting-scope',
    severity: 'warning',
    message: `\`${key}\` has no effect at ${PLACES[scope]}`,
    hint: `move it to \`${EXTENSION}\` at the root; at ${PLACES[scope]} only ${keysOf(scope)} can be set`,
    location: {...location, at: 'key'},
  };
}

function unknownSetting(key: string, name: string, scope: Scope, location: Location): Problem {
  return {
    code: 'unknown-setting',
    severity: 'warning',
    message: `unknown setting ${quote(key)}`,
    hint: suggestion(key, name, scope),
    location: {...location, at: 'key'},
  };
}

function suggestion(key: string, name: string, scope: Scope): string {
  if (name === '$ref') return 'write the settings themselves: references are not followed here';
  const keys = settingsIn(scope).map((setting) => setting.key);
  if (name.includes('.') && keys.includes(key)) {
    return `write it nested: \`${key.split('.').join(': {')}: …${'}'.repeat(key.split('.').length - 1)}\``;
  }
  const groups = keys.flatMap((known) => known.match(/^[^.]+(?=\.)/)?.[0] ?? []);
  const meant =
    nearestKey(key, [...keys, ...groups]) ?? keys.find((candidate) => candidate.endsWith(`.${name}`));
  return meant === undefined ? `known here: ${keysOf(scope)}` : `did you mean \`${meant}\`?`;
}

function keysOf(scope: Scope): string {
  return settingsIn(scope)
    .map(({key}) => `\`${key}\``)
    .join(', ');
}

function example(scope: Scope): string {
  return scope === 'root'
    ? `write for example \`${EXTENSION}: {service: {name: petstore}}\``
    : `write for example \`${EXTENSION}: {timeouts: {request_timeout: 10}}\``;
}
