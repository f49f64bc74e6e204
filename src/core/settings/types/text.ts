import {MAX_PREFIX_LENGTH} from '../../base/limits.ts';
import {lastOf, type ValueType, valueType} from './value-type.ts';

export const boolean = valueType<boolean>({
  name: 'boolean',
  expected: 'true or false',
  isValid: (value) => typeof value === 'boolean',
  // A switch: its presence is its value, unless it is negated.
  flag: {
    parse: (texts) => lastOf(texts) !== String(false),
    print: (value) => (value ? [] : [String(false)]),
  },
  keywords: {type: 'boolean'},
});

interface Text extends Pick<ValueType<string>, 'expected'> {
  readonly name?: string;
  readonly rule?: ValueType['rule'];
  /** ECMA-262 source, anchored, so that it serves as `pattern` of a JSON Schema too. */
  readonly pattern?: string;
  readonly maxLength?: number;
  /** A check that a pattern cannot do. */
  readonly isValid?: (value: string) => boolean;
}

export function text({name = 'string', pattern, maxLength, isValid, ...type}: Text): ValueType<string> {
  const expression = new RegExp(pattern ?? '');
  return valueType({
    ...type,
    name,
    isValid: (value) =>
      typeof value === 'string' &&
      value.length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
      expression.test(value) &&
      isValid?.(value) !== false,
    keywords: {type: 'string', ...(pattern && {pattern}), ...(maxLength && {maxLength})},
  });
}

export const LABEL = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';

/** Source: Kubernetes, apimachinery `validation.IsDNS1123Label`. */
export const dnsLabel = text({
  expected:
    'a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
  rule: 'setting-name',
  pattern: `^${LABEL}$`,
  maxLength: 63,
});

/** The most characters of a DNS subdomain, and so of an object's name. */
export const DNS_SUBDOMAIN_LENGTH = 253;

/** Source: Kubernetes, apimachinery `validation.IsDNS1123Subdomain`; labels are limited to 63 as in DNS. */
export const dnsSubdomain = text({
  expected: 'a DNS subdomain (DNS labels joined by ".", at most 253 characters)',
  rule: 'setting-name',
  pattern: `^${LABEL}(\\.${LABEL})*$`,
  maxLength: DNS_SUBDOMAIN_LENGTH,
});

/** The name of an object, or none: an empty one undoes what a weaker level sets. */
export const optionalName = text({
  expected: 'the name of an object (a DNS subdomain), or an empty string for none',
  rule: 'setting-name',
  pattern: `^(${LABEL}(\\.${LABEL})*)?$`,
  maxLength: DNS_SUBDOMAIN_LENGTH,
});

/** A path that is put in front of other paths. */
export const pathPrefix = text({
  expected: `a path such as "/api/v1", without "//", of at most ${MAX_PREFIX_LENGTH} characters`,
  pattern: '^(?![\\s\\S]*//)[\\s\\S]*$',
  maxLength: MAX_PREFIX_LENGTH,
});

/** Patterns of paths: `*` is any text of one segment, `**` any text. `*` alone is the target of `OPTIONS *`. */
export const PATH_PATTERN = '^(/|\\*\\*|\\*$)';

export const pathPattern = text({
  name: 'pattern',
  expected: 'a pattern of paths, which begins with "/" or "**"',
  pattern: PATH_PATTERN,
});

/** Any text; `valueName` is what help calls it. */
export function anyText(valueName: string): ValueType<string> {
  const type = text({expected: 'a string'});
  return {...type, flag: {...type.flag, valueName}};
}

export function oneOf<const V extends string>(values: readonly V[]): ValueType<V> {
  const choices: readonly unknown[] = values;
  return valueType({
    name: values.join('|'),
    expected: `one of ${values.join(', ')}`,
    isValid: (value) => choices.includes(value),
    choices: values,
    keywords: {enum: values},
  });
}
