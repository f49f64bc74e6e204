/** A JSON Schema, draft 2020-12. */
export type JsonSchema = {readonly [keyword: string]: unknown};

/** One thing that is wrong with a value. */
export interface Mismatch {
  /** The keys and indexes that lead from the value to the part that is wrong; empty for the value itself. */
  readonly at: readonly (string | number)[];
  /** True when the last of those keys is wrong rather than what it holds. */
  readonly key?: boolean;
  readonly found: unknown;
  /** The values allowed there, to follow "expected". */
  readonly expected: string;
  /** How to fix it, where an example is not enough. */
  readonly hint?: string;
  /** The texts to choose from there, where these are not those of the type. */
  readonly choices?: readonly string[];
}

/**
 * All that apigen knows of one kind of value. Flags, `x-apigen`, decorator options, JSON Schema, linters and
 * the docs ask this record; nothing else depends on what kind a value is of.
 */
export interface ValueType<V = unknown> {
  /** The name in help and docs, such as `int32`. */
  readonly name: string;
  /** The allowed values, to follow "expected"; without a full stop. */
  readonly expected: string;
  /** The rule that reports a wrong value. */
  readonly rule: 'setting-value' | 'setting-name';
  /** Finds faults in a value as parsed from YAML or JSON; none in a valid one. `null` is for the caller: not set. */
  check(value: unknown): readonly Mismatch[];
  /** The value that was meant by what is not one, if that is clear. */
  meant?(found: unknown): V | undefined;
  /** How the value is given on the command line. */
  readonly flag: {
    /** The value's name in help: `<int32>`; absent for a switch, which takes no value. */
    readonly valueName?: string;
    /** The values allowed on the command line, where these differ. */
    readonly expected?: string;
    /** True when the flag may be given several times. */
    readonly repeatable?: boolean;
    /** The value of the texts given; what is not a value of this type is left for `check` to refuse. */
    parse(texts: readonly string[]): unknown;
    /** The texts that give a value. */
    print(value: V): readonly string[];
  };
  /** A value as tables show it, where that differs from the text of the flag. */
  display?(value: V): string;
  /** The texts to choose from, for a type that has such a list. */
  readonly choices?: readonly string[];
  /** The JSON Schema of a valid value, without `null`; its `errorMessage` names the value `name`. */
  schema(name: string): JsonSchema;
  /** Joins the values of several levels, given the weakest first; without it the strongest counts alone. */
  merge?(values: readonly V[]): V;
}

export type ValueOf<T> = T extends {flag: {print(value: infer V): unknown}} ? V : never;

/** A type whose values are right or wrong as a whole; `keywords` are those of its JSON Schema. */
export function valueType<V>({
  isValid,
  keywords,
  rule = 'setting-value',
  ...type
}: Omit<ValueType<V>, 'rule' | 'check' | 'flag' | 'schema'> & {
  readonly rule?: ValueType['rule'] | undefined;
  /** If that is not the text of the value. */
  readonly flag?: ValueType<V>['flag'];
  readonly isValid: (value: unknown) => boolean;
  readonly keywords: JsonSchema;
}): ValueType<V> {
  return {
    flag: {valueName: type.name, parse: lastOf, print: (value) => [String(value)]},
    ...type,
    rule,
    check: (value) => (isValid(value) ? [] : mismatch(value, type.expected)),
    schema: (key) => ({...keywords, errorMessage: schemaMessage(key, type.expected)}),
  };
}

export function mismatch(found: unknown, expected: string): readonly Mismatch[] {
  return [{at: [], found, expected}];
}

/** The `errorMessage` of a JSON Schema for the value `name`. */
export function schemaMessage(name: string, expected: string): string {
  return `invalid \`${name}\`: expected ${expected}`;
}

/** The text of a flag that can be given once. */
export function lastOf(texts: readonly string[]): string {
  return texts.at(-1) ?? '';
}

/** A key that a part of a value must not have. */
export function unknownField(at: readonly string[], names: readonly string[]): Mismatch {
  return {at, key: true, found: at.at(-1), expected: `one of ${names.join(', ')}`, choices: names};
}
