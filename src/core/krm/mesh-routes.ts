import {isMap, type JsonMap, ownValue} from '../json.ts';
import {nearestKey} from '../nearest-key.ts';
import {childLocation, keyLocation, type Location, type Problem} from '../problem.ts';
import {invalid, quote} from '../quote.ts';
import {settingErrors} from '../rules/setting-faults.ts';
import {RUN_OPTIONS, type RunOption, type RunValues} from '../run/options.ts';
import {readKeys} from '../settings/read.ts';
import {type Entry, FLAG_SETTINGS, type FlagValues} from '../settings/table.ts';
import {descriptionList} from './description-list.ts';

/** The API group of `functionConfig` and of annotations; docs/release.md lists it among the names that need an owner. */
export const GROUP = 'apigen.dev';
export const API_VERSION = `${GROUP}/v1alpha1`;
export const KIND = 'MeshRoutes';

/** The annotation of a Service that names its description. */
export const DESCRIPTION_ANNOTATION = `${GROUP}/description`;

const SETTINGS_KEY = 'settings';

/** Options of the decorator that are about its files and its messages. */
const ONLY_REDOCLY = ['output', 'allowOutside', 'severity'];

const OPTIONS: readonly RunOption[] = RUN_OPTIONS.filter(
  ({key, decorator}) => decorator && !ONLY_REDOCLY.includes(key),
);

const DESCRIPTIONS = {
  key: 'descriptions',
  type: descriptionList,
  group: 'input',
  summary:
    'Descriptions: files or glob patterns relative to the kustomization, http(s) URLs, `configmap:<name>/<key>`, or the descriptions themselves',
  example: ['services/*/openapi.yaml'],
} satisfies Entry;

/** Every key under `spec`, one row each: the check, the JSON Schema and the table in the docs are derived from this table. */
export const SPEC_OPTIONS: readonly Entry[] = [DESCRIPTIONS, ...OPTIONS];

/** The same with the settings, as nested keys. */
export const SPEC_ENTRIES: readonly Entry[] = [
  ...SPEC_OPTIONS,
  ...FLAG_SETTINGS.map((setting) => ({...setting, key: `${SETTINGS_KEY}.${setting.key}`})),
];

/** What a `MeshRoutes` asks for. */
export interface MeshRoutes {
  readonly descriptions: readonly unknown[];
  readonly settings: FlagValues;
  readonly run: RunValues;
}

/**
 * Reads a `functionConfig` of kind `MeshRoutes`. `null` means "not set". All problems are reported at once.
 *
 * @param location where it is
 */
export function readMeshRoutes(
  config: unknown,
  location: Location,
): {meshRoutes: MeshRoutes; problems: readonly Problem[]} {
  const map = isMap(config) ? config : {};
  const spec = ownValue(map, 'spec') ?? {};
  const at = childLocation(location, 'spec');
  const {values, faults} = readKeys(
    isMap(spec) ? spec : {},
    {what: 'option', entries: SPEC_ENTRIES, dotted: false},
    at,
  );
  const given = Object.entries(values);
  const prefix = `${SETTINGS_KEY}.`;
  const {[DESCRIPTIONS.key]: descriptions} = values;
  return {
    meshRoutes: {
      descriptions: Array.isArray(descriptions) ? descriptions : [],
      settings: Object.fromEntries(
        given.flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
      ),
      run: Object.fromEntries(given.filter(([key]) => OPTIONS.some((option) => option.key === key))),
    },
    problems: [...typeProblems(config, map, spec, location), ...settingErrors(faults)],
  };
}

const TOP_KEYS = ['apiVersion', 'kind', 'metadata', 'spec'];

function typeProblems(config: unknown, map: JsonMap, spec: unknown, location: Location): Problem[] {
  const problem = {code: 'input', severity: 'error'} as const;
  const hint = `set \`apiVersion: ${API_VERSION}\` and \`kind: ${KIND}\``;
  if (config === undefined || config === null)
    return [{...problem, message: '`functionConfig` is missing', hint, location}];
  if (!isMap(config))
    return [{...problem, message: invalid('`functionConfig`', config, 'a map'), hint, location}];
  const wrongType = Object.entries({apiVersion: API_VERSION, kind: KIND}).flatMap(([key, expected]) => {
    const found = ownValue(map, key);
    const message = invalid(`\`${key}\``, found, expected);
    return found === expected ? [] : [{...problem, message, hint, location: childLocation(location, key)}];
  });
  if (wrongType.length > 0) return wrongType;
  const unknown = Object.keys(map).filter((key) => !TOP_KEYS.includes(key));
  return [
    ...unknown.map((key): Problem => {
      const suggestion = nearestKey(key, TOP_KEYS);
      const place = keyLocation(childLocation(location, key));
      const unknownKey = {...problem, message: `unknown key ${quote(key)}`, location: place};
      return suggestion === undefined
        ? {...unknownKey, hint: `known here: ${TOP_KEYS.map((name) => `\`${name}\``).join(', ')}`}
        : {...unknownKey, suggestion};
    }),
    ...(isMap(spec)
      ? []
      : [
          {
            ...problem,
            message: invalid('`spec`', spec, 'a map'),
            hint: 'for example `spec: {descriptions: ["openapi.yaml"]}`',
            location: childLocation(location, 'spec'),
          },
        ]),
  ];
}

/** A hint that names options of `spec` instead of flags and options of the decorator: `--allow-empty` is `spec.allowEmpty: true`. */
export function withSpecOptions(hint: string): string {
  if (hint.includes('`--remote-refs`'))
    return 'bundle the description first, for example with `redocly bundle`';
  return hint
    .replace(/, as an option of the decorator `[^`]*`/, '')
    .replaceAll(/`--([\w-]+)(?: ([^`]*))?`/g, (found, flag, value = 'true') =>
      OPTIONS.some((option) => option.flag === flag) ? `\`${specKeys(flag).join('.')}: ${value}\`` : found,
    );
}

/** The keys that lead to what a flag of the generator stands for. */
export function specKeys(flag: string): readonly string[] {
  if (flag === 'in') return ['spec', DESCRIPTIONS.key];
  const option = OPTIONS.find((one) => one.flag === flag);
  return option ? ['spec', option.key] : ['spec', SETTINGS_KEY, ...flag.split('.')];
}
