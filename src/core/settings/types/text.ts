import {MAX_PREFIX_LENGTH} from '../../limits.ts';
import {lastOf, mismatch, schemaMessage, type ValueType} from './value-type.ts';

interface Text {
  readonly name?: string;
  readonly expected: string;
  readonly rule?: ValueType['rule'];
  /** ECMA-262 source, anchored, so that it serves as `pattern` of a JSON Schema too. */
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly right: readonly string[];
  readonly wrong: readonly unknown[];
}

/** A type of strings. */
export function text({
  name = 'string',
  expected,
  rule = 'setting-value',
  pattern,
  maxLength,
  ...examples
}: Text) {
  const expression = pattern === undefined ? undefined : new RegExp(pattern);
  const isValid = (value: unknown) =>
    typeof value === 'string' &&
    value.length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
    (expression?.test(value) ?? true);
  return {
    name,
    expected,
    rule,
    check: (value) => (isValid(value) ? [] : mismatch(value, expected)),
    flag: {valueName: name, parse: lastOf, print: (value) => [value]},
    schema: (key) => ({
      type: 'string',
      ...(pattern === undefined ? {} : {pattern}),
      ...(maxLength === undefined ? {} : {maxLength}),
      errorMessage: schemaMessage(key, expected),
    }),
    ...examples,
  } satisfies ValueType<string>;
}

const LABEL = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';

/** Source: Kubernetes, apimachinery `validation.IsDNS1123Label`. */
export const dnsLabel = text({
  expected:
    'a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
  rule: 'setting-name',
  pattern: `^${LABEL}$`,
  maxLength: 63,
  right: ['petstore', 'a', '0', 'a-b', 'a'.repeat(63)],
  wrong: ['Pets', 'pets.shop', '-pets', 'pets-', 'pets_1', '', 'a'.repeat(64), 5, true, [], {}],
});

/** The most characters of a DNS subdomain, and so of an object's name. */
export const DNS_SUBDOMAIN_LENGTH = 253;

/** Source: Kubernetes, apimachinery `validation.IsDNS1123Subdomain`; labels are limited to 63 as in DNS. */
export const dnsSubdomain = text({
  expected: 'a DNS subdomain (DNS labels joined by ".", at most 253 characters)',
  rule: 'setting-name',
  pattern: `^${LABEL}(\\.${LABEL})*$`,
  maxLength: DNS_SUBDOMAIN_LENGTH,
  right: ['cluster.local', 'local', 'cluster.example.com'],
  wrong: ['cluster..local', '.local', 'Cluster.local', '', `${'a'.repeat(63)}.`.repeat(4), 5, false, []],
});

/** A path that is put in front of other paths. */
export const pathPrefix = text({
  expected: `a path such as "/api/v1", without "//", of at most ${MAX_PREFIX_LENGTH} characters`,
  pattern: '^(?![\\s\\S]*//)[\\s\\S]*$',
  maxLength: MAX_PREFIX_LENGTH,
  right: ['/', '', 'api', '/api/v1/'],
  wrong: ['/a//b', '//', `/${'a'.repeat(MAX_PREFIX_LENGTH)}`, 1, ['/api'], {}],
});

/** Any text; `valueName` is what help calls it. */
export function anyText(valueName: string) {
  const type = text({expected: 'a string', right: ['a'], wrong: [1, true, [], {}]});
  return {...type, flag: {...type.flag, valueName}} satisfies ValueType<string>;
}

/** One of a list of texts. */
export function oneOf<const V extends string>(values: readonly V[]) {
  const expected = `one of ${values.join(', ')}`;
  const choices: readonly unknown[] = values;
  return {
    name: values.join('|'),
    expected,
    rule: 'setting-value',
    check: (value) => (choices.includes(value) ? [] : mismatch(value, expected)),
    flag: {valueName: values.join('|'), parse: lastOf, print: (value) => [value]},
    choices: values,
    schema: (key) => ({enum: values, errorMessage: schemaMessage(key, expected)}),
    right: values,
    wrong: [`${values.join('')}?`, '', 1, true, []],
  } satisfies ValueType<V>;
}
