import {isMap, type JsonMap, ownValue} from '../base/json.ts';
import {
  asErrors,
  childLocation,
  inputError,
  keyLocation,
  type Location,
  type Problem,
} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import {GROUP} from '../kubernetes/resource.ts';
import type {KnownKeys} from '../settings/faults.ts';
import {groupSchema} from '../settings/json-schema.ts';
import {readKeys, valuesOf} from '../settings/read.ts';
import {type Entry, FLAG_SETTINGS} from '../settings/table.ts';
import {type JsonSchema, mismatch, type ValueType} from '../settings/types/index.ts';
import type {DecoratorOptions} from './decorator-options.ts';
import {RUN_OPTIONS, type RunOption, withOptions} from './options.ts';

export const API_VERSION = `${GROUP}/v1alpha1`;
const KIND = 'MeshRoutes';

const SETTINGS_KEY = 'settings';

/** Options of the decorator that are about its files and its messages. */
const ONLY_REDOCLY = ['output', 'allowOutside', 'severity'];

const OPTIONS: readonly RunOption[] = RUN_OPTIONS.filter(
  ({key, decorator}) => decorator && !ONLY_REDOCLY.includes(key),
);

const EXPECTED = 'a list of paths, addresses, references to ConfigMaps, and OpenAPI descriptions';

/** Descriptions: the names of some, and others that are maps in the list itself. */
const descriptionList = {
  name: 'list',
  expected: EXPECTED,
  rule: 'setting-value',
  check(value) {
    if (!Array.isArray(value)) return mismatch(value, EXPECTED);
    const isName = (item: unknown) => isMap(item) || (typeof item === 'string' && item !== '');
    const wrong = [...value.entries()].filter(([, item]) => !isName(item));
    const expected = 'a path, an address, a reference to a ConfigMap, or an OpenAPI description';
    return wrong.map(([index, found]) => ({at: [String(index)], found, expected}));
  },
  flag: {valueName: 'file|url', repeatable: true, parse: (texts) => texts, print: () => []},
  schema: (key) => ({
    type: 'array',
    items: {type: ['string', 'object'], minLength: 1},
    errorMessage: `invalid \`${key}\`: expected ${EXPECTED}`,
  }),
} satisfies ValueType<readonly (string | object)[]>;

const DESCRIPTIONS = {
  key: 'descriptions',
  type: descriptionList,
  heading: 'input',
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

const KNOWN: KnownKeys = {what: 'option', entries: SPEC_ENTRIES, dotted: false};

export interface MeshRoutes extends DecoratorOptions {
  readonly descriptions: readonly unknown[];
}

/** Reads a `functionConfig` at `location`. `null` means "not set". All problems are reported at once. */
export function readMeshRoutes(config: unknown, location: Location) {
  const map = isMap(config) ? config : {};
  const spec = ownValue(map, 'spec') ?? {};
  const at = childLocation(location, 'spec');
  const {values, faults} = readKeys(isMap(spec) ? spec : {}, KNOWN, at);
  const {[DESCRIPTIONS.key]: descriptions} = values;
  const meshRoutes: MeshRoutes = {
    descriptions: Array.isArray(descriptions) ? descriptions : [],
    settings: valuesOf(FLAG_SETTINGS, values, `${SETTINGS_KEY}.`),
    run: valuesOf(OPTIONS, values),
  };
  return {meshRoutes, problems: [...typeProblems(map, spec, location), ...asErrors(faults)]};
}

const TOP_KEYS = ['apiVersion', 'kind', 'metadata', 'spec'];

function typeProblems(map: JsonMap, spec: unknown, location: Location): Problem[] {
  if (ownValue(map, 'apiVersion') !== API_VERSION || ownValue(map, 'kind') !== KIND) {
    const hint = `set \`apiVersion: ${API_VERSION}\` and \`kind: ${KIND}\``;
    return [inputError(`the functionConfig is not a ${KIND}`, hint, {location})];
  }
  const hint = `known here: ${TOP_KEYS.map((name) => `\`${name}\``).join(', ')}`;
  const unknown = Object.keys(map)
    .filter((key) => !TOP_KEYS.includes(key))
    .map((key) => {
      const at = {location: keyLocation(childLocation(location, key))};
      return inputError(`unknown key ${quote(key)}`, hint, at);
    });
  if (isMap(spec)) return unknown;
  const example = 'for example `spec: {descriptions: ["openapi.yaml"]}`';
  const at = {location: childLocation(location, 'spec')};
  return [...unknown, inputError(invalid('`spec`', spec, 'a map'), example, at)];
}

/** A hint that names options of `spec` instead of flags. */
export function withSpecOptions(hint: string): string {
  if (hint.includes('`--remote-refs`'))
    return 'bundle the description first, for example with `redocly bundle`';
  return withOptions(hint, OPTIONS, 'spec.');
}

/** The keys that lead to what a flag of the generator stands for. */
export function specKeys(flag: string): readonly string[] {
  if (flag === 'in') return ['spec', DESCRIPTIONS.key];
  const option = OPTIONS.find((one) => one.flag === flag);
  return option ? ['spec', option.key] : ['spec', SETTINGS_KEY, ...flag.split('.')];
}

/**
 * The JSON Schema of a `MeshRoutes`, the `functionConfig` of `apigen krm`. It refuses unknown keys other than `x-…`; `null` means "not set".
 *
 * Source: JSON Schema, draft 2020-12.
 */
export function meshRoutesSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/@apigen/cli/schema-mesh-routes.json',
    title: `${KIND}, the functionConfig of \`apigen krm\``,
    type: 'object',
    properties: {
      apiVersion: {const: API_VERSION},
      kind: {const: KIND},
      metadata: {type: 'object'},
      spec: groupSchema(SPEC_ENTRIES, ''),
    },
    required: ['apiVersion', 'kind'],
    additionalProperties: false,
  };
}
