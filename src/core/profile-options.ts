import {appendToken, isMap, type JsonMap} from './json-pointer.ts';
import {nearestKey} from './nearest-key.ts';
import {kindOf, type Location, type Problem, quote} from './problem.ts';
import {OUTPUT_PLACEHOLDERS, outputFault} from './profile-output.ts';
import {API_VERSIONS, type ApiVersion} from './service-profile.ts';
import {checkValue, valueCode} from './setting-value.ts';
import {type FlagValues, findSetting, SETTINGS, type Setting} from './settings.ts';

/** How a profile is asked for in a configuration file: settings at the level of a flag, and what else concerns the run. */
export interface ProfileOptions {
  readonly settings: FlagValues;
  /** Path of the profile, seen from the project folder, with placeholders; absent for the default. */
  readonly output?: string;
  readonly apiVersion: ApiVersion;
  readonly strict: boolean;
  readonly allowEmpty: boolean;
  /** Whether the profile may be written outside of the project folder. */
  readonly allowOutside: boolean;
}

interface RunOption {
  readonly rule: string;
  readonly example: string;
  readonly holds: (value: unknown) => boolean;
}

const SWITCH = (name: string): RunOption => ({
  rule: 'true or false',
  example: `${name}: true`,
  holds: (value) => typeof value === 'boolean',
});

/** What Redocly takes for the severity of a decorator; `on` is `error`. */
const SEVERITIES = ['error', 'warn', 'off', 'on'];

/** The options that are no settings. */
const RUN_OPTIONS: Readonly<Record<string, RunOption>> = {
  output: {
    rule: `a path, in which ${OUTPUT_PLACEHOLDERS.map((name) => `\`{${name}}\``).join(', ')} stand for names`,
    example: 'output: mesh/{api}.yaml',
    holds: (value) => typeof value === 'string' && outputFault(value) === undefined,
  },
  apiVersion: {
    rule: `one of ${API_VERSIONS.join(', ')}`,
    example: `apiVersion: ${API_VERSIONS[0]}`,
    holds: (value) => API_VERSIONS.some((version) => version === value),
  },
  severity: {
    rule: `one of ${SEVERITIES.slice(0, 3).join(', ')}`,
    example: 'severity: warn',
    holds: (value) => SEVERITIES.some((severity) => severity === value),
  },
  strict: SWITCH('strict'),
  allowEmpty: SWITCH('allowEmpty'),
  allowOutside: SWITCH('allowOutside'),
};

const FLAGS: readonly Setting[] = SETTINGS.filter(({flag}) => flag);
const KNOWN = [...FLAGS.map(({key}) => key), ...Object.keys(RUN_OPTIONS)];
const GROUPS = FLAGS.flatMap(({key}) => key.match(/^[^.]+(?=\.)/)?.[0] ?? []);

interface Reading {
  readonly values: Map<string, unknown>;
  /** Settings that were come across, right or wrong. */
  readonly met: Set<string>;
  readonly problems: Problem[];
}

/**
 * Reads and judges the options under which a profile is asked for: every setting that has a flag, under its dotted name or
 * nested, and the options of the run. `null` means "not given". All that is wrong is told at once, each at its place.
 *
 * @param location where the options stand
 */
export function readProfileOptions(
  given: JsonMap,
  location: Location,
): {options: ProfileOptions; problems: readonly Problem[]} {
  const reading: Reading = {values: new Map(), met: new Set(), problems: []};
  readGroup(given, '', location, reading);
  const {values} = reading;
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const output = text('output');
  const options = {
    settings: Object.fromEntries([...values].filter(([key]) => findSetting(key) !== undefined)),
    ...(output === undefined ? {} : {output}),
    apiVersion: API_VERSIONS.find((version) => version === text('apiVersion')) ?? API_VERSIONS[0],
    strict: values.get('strict') === true,
    allowEmpty: values.get('allowEmpty') === true,
    allowOutside: values.get('allowOutside') === true,
  };
  return {options, problems: reading.problems};
}

function readGroup(map: JsonMap, prefix: string, location: Location, reading: Reading): void {
  for (const [name, value] of Object.entries(map)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    const place = {uri: location.uri, pointer: appendToken(location.pointer, name)};
    const setting = FLAGS.find((candidate) => candidate.key === key);
    if (setting) readSetting(setting, value, place, reading);
    else if (FLAGS.some((candidate) => candidate.key.startsWith(`${key}.`))) {
      readNested(key, value, place, reading);
    } else readRunOption(key, value, place, reading);
  }
}

function readSetting(setting: Setting, value: unknown, location: Location, reading: Reading): void {
  if (value === null) return;
  if (reading.met.has(setting.key)) {
    reading.problems.push(
      wrong(`option \`${setting.key}\` is given twice`, 'keep it nested or under its dotted name', location),
    );
  }
  reading.met.add(setting.key);
  const checked = checkValue(setting, value);
  if (checked.ok) reading.values.set(setting.key, checked.value);
  else reading.problems.push(wrong(checked.message, checked.hint, location, valueCode(setting)));
}

function readNested(key: string, value: unknown, location: Location, reading: Reading): void {
  if (value === null) return;
  if (isMap(value)) {
    readGroup(value, key, location, reading);
    return;
  }
  const [first = ''] = FLAGS.filter((setting) => setting.key.startsWith(`${key}.`)).map(
    (setting) => `${setting.key}: ${setting.example}`,
  );
  const message = `option \`${key}\` must be a map of settings, but it is ${quote(value)}`;
  reading.problems.push(wrong(message, `write for example \`${first}\``, location));
}

function readRunOption(key: string, value: unknown, location: Location, reading: Reading): void {
  const option = Object.hasOwn(RUN_OPTIONS, key) ? RUN_OPTIONS[key] : undefined;
  if (option === undefined) {
    reading.problems.push({
      code: 'unknown-setting',
      severity: 'error',
      message: `unknown option ${quote(key)}`,
      hint: suggestion(key),
      location: {...location, at: 'key'},
    });
  } else if (value !== null && !option.holds(value)) {
    const fault = key === 'output' && typeof value === 'string' ? outputFault(value) : undefined;
    const message = fault?.message ?? `option \`${key}\` must be ${option.rule}, but it is ${quote(value)}`;
    reading.problems.push(wrong(message, fault?.hint ?? `write for example \`${option.example}\``, location));
  } else if (value !== null) reading.values.set(key, value);
}

function suggestion(key: string): string {
  const nearest =
    nearestKey(key, [...KNOWN, ...GROUPS]) ?? KNOWN.find((candidate) => candidate.endsWith(`.${key}`));
  return nearest === undefined
    ? `known options: ${KNOWN.map((name) => `\`${name}\``).join(', ')}`
    : `did you mean \`${nearest}\`?`;
}

function wrong(
  message: string,
  hint: string,
  location: Location,
  code: Problem['code'] = 'setting-value',
): Problem {
  return {code, severity: 'error', message, hint, location};
}

/** The problem of options that are no map. */
export function optionsFault(value: unknown, location: Location): Problem {
  const message = `the options must be a map, but they are ${kindOf(value)}`;
  return wrong(message, 'write for example `service.name: petstore` under them', location);
}
