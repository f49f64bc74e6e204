import {isMap} from '../../base/json.ts';
import {anyText, text} from './text.ts';
import {type Mismatch, mismatch, schemaMessage, type ValueType, valueType} from './value-type.ts';

/** Values by key; `null` removes a key that a weaker level sets. */
type MapOf<V> = {readonly [key: string]: V | null};

function mapOf<V extends string | number | boolean>(
  several: string,
  value: ValueType<V>,
  keys: {readonly expected: string; readonly pattern: string},
): ValueType<MapOf<V>> {
  const expected = `a map of ${several}`;
  const key = new RegExp(keys.pattern);
  return {
    name: `map of ${several}`,
    expected,
    rule: 'setting-value',
    check(map) {
      if (!isMap(map)) return mismatch(map, expected);
      return Object.entries(map).flatMap(([name, found]): Mismatch[] => [
        ...(key.test(name) ? [] : [{at: [name], key: true, found: name, expected: keys.expected}]),
        ...(found === null ? [] : value.check(found).map((fault) => ({...fault, at: [name]}))),
      ]);
    },
    flag: {
      valueName: 'key=value',
      expected: 'key=value',
      repeatable: true,
      parse: (texts) => {
        const wrong = texts.find((entry) => !entry.includes('='));
        return wrong ?? Object.fromEntries(texts.map((entry) => entry.split(/=(.*)/s, 2)));
      },
      print: (map) => Object.entries(map).map(([name, entry]) => `${name}=${entry ?? ''}`),
    },
    schema: (name) => ({
      type: 'object',
      patternProperties: {
        [keys.pattern]: {
          ...value.schema(name),
          type: [value.schema(name).type, 'null'].flat(),
          errorMessage: `invalid value in \`${name}\`: expected ${value.expected}`,
        },
      },
      additionalProperties: {
        not: {},
        errorMessage: `invalid key in \`${name}\`: expected ${keys.expected}`,
      },
      errorMessage: {type: schemaMessage(name, expected)},
    }),
    merge: (maps) => {
      const entries = maps.flatMap((map) => Object.entries(map));
      return Object.fromEntries([...new Map(entries)].filter(([, entry]) => entry !== null));
    },
  };
}

const NAME = '(?=[^/]{1,63}$)[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?';
const qualifiedName = (alphanumeric: string) => {
  const label = `[${alphanumeric}]([-${alphanumeric}]*[${alphanumeric}])?`;
  return `^((?=[^/]{1,253}/)${label}(\\.${label})*/)?${NAME}$`;
};

const ALPHANUMERIC = 'at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends';
const QUALIFIED_NAME = `a name such as "team" or "example.com/team" (${ALPHANUMERIC}, after an optional DNS subdomain and "/")`;

/** Source: Kubernetes, apimachinery `validation.IsQualifiedName` and `IsValidLabelValue`. */
export const labelMap = mapOf(
  'strings',
  text({
    expected: `a label value (${ALPHANUMERIC}; it can be empty)`,
    pattern: '^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$',
    maxLength: 63,
  }),
  {expected: QUALIFIED_NAME, pattern: qualifiedName('a-z0-9')},
);

/** Source: Kubernetes, apimachinery `validation.ValidateAnnotations`: upper-case letters are allowed in the prefix. */
export const annotationMap = mapOf('strings', anyText('text'), {
  expected: QUALIFIED_NAME,
  pattern: qualifiedName('A-Za-z0-9'),
});

/** Values by the names of parameters. */
export const parameterValues = mapOf<string | number | boolean>(
  'values',
  valueType({
    name: 'value',
    expected: 'a string, a number, true or false',
    isValid: (value) => ['string', 'boolean'].includes(typeof value) || Number.isFinite(value),
    keywords: {type: ['string', 'number', 'boolean']},
  }),
  {expected: 'the name of a parameter', pattern: '[\\s\\S]'},
);
