import {isMap} from '../../base/json.ts';
import {textList} from './lists.ts';
import {boolean, oneOf, text} from './text.ts';
import {lastOf, type Mismatch, mismatch, schemaMessage, unknownField, type ValueType} from './value-type.ts';

/** How a security scheme is enforced: who issues its tokens and whom they are for, or that the service checks it. */
export interface EnforcedScheme {
  readonly issuer?: string;
  readonly jwks_uri?: string;
  readonly audiences?: readonly string[];
  readonly any_audience?: boolean;
  readonly scope_claim?: string;
  readonly enforced_by?: 'gateway' | 'service';
}

/** Schemes by their names. */
export type EnforcedSchemes = Readonly<Record<string, EnforcedScheme>>;

/** Lengths of Envoy Gateway, api/v1alpha1, JWTProvider and RemoteJWKS. */
const MAX_LENGTH = 253;

const FIELDS: Readonly<
  Record<keyof EnforcedScheme, Pick<ValueType, 'check' | 'schema' | 'expected' | 'choices'>>
> = {
  issuer: text({
    // With `:` or `@`, Envoy Gateway has to be able to read it as an address.
    expected: `a text without blanks or quotes of at most ${MAX_LENGTH} characters, as the claim \`iss\` has it`,
    pattern: '^[^\\s"<>\\\\^`{|}]+$',
    maxLength: MAX_LENGTH,
  }),
  jwks_uri: text({
    expected: `an address that begins with "https://", of at most ${MAX_LENGTH} characters`,
    pattern: '^https://[^\\s/?#]+([/?][^\\s#]*)?$',
    maxLength: MAX_LENGTH,
  }),
  audiences: textList('audience'),
  any_audience: boolean,
  scope_claim: text({expected: 'the name of a claim', pattern: '[\\s\\S]'}),
  enforced_by: oneOf(['gateway', 'service']),
};

const NAMES = Object.keys(FIELDS);
const EXPECTED = 'a map of security schemes';
const ONE = `a map with \`issuer\`, \`jwks_uri\` and \`audiences\` (or \`any_audience: true\`), or with \`enforced_by: service\` alone`;

/** What is missing in a scheme whose values are right, or must not be next to another. */
function incomplete(scheme: Readonly<Record<string, unknown>>): readonly Mismatch[] {
  const {enforced_by, any_audience, audiences} = scheme;
  const wrong = (field: string, expected: string, more: Partial<Mismatch> = {}) => [
    {at: [field], found: scheme[field], expected, ...more},
  ];
  if (enforced_by === 'service')
    return Object.keys(scheme)
      .filter((field) => field !== 'enforced_by')
      .flatMap((field) =>
        wrong(field, 'nothing next to `enforced_by: service`', {
          key: true,
          found: field,
          hint: 'remove it, or `enforced_by`',
        }),
      );
  const missing = (['issuer', 'jwks_uri'] as const).filter((field) => scheme[field] === undefined);
  const isAny = any_audience === true;
  const hasAudience = Array.isArray(audiences) && audiences.length > 0;
  const ofAudience = () => {
    if (isAny && hasAudience)
      return wrong('any_audience', 'no `audiences` next to it', {hint: 'remove one of the two'});
    if (isAny || hasAudience) return [];
    if (any_audience !== undefined) return wrong('any_audience', 'true, or `audiences`');
    return wrong('audiences', 'a list of at least one text, or `any_audience: true`');
  };
  return [...missing.flatMap((field) => wrong(field, FIELDS[field].expected)), ...ofAudience()];
}

/** What is needed to enforce each security scheme of a description, by its name. */
export const securitySchemes: ValueType<EnforcedSchemes> = {
  name: 'map of schemes',
  expected: EXPECTED,
  rule: 'setting-value',
  check(map) {
    if (!isMap(map)) return mismatch(map, EXPECTED);
    return Object.entries(map).flatMap(([name, scheme]): Mismatch[] => {
      if (!isMap(scheme) || Object.keys(scheme).length === 0)
        return [{at: [name], found: scheme, expected: ONE}];
      const wrong = Object.entries(scheme).flatMap(([field, found]): Mismatch[] => {
        const type = Object.entries(FIELDS).find(([one]) => one === field)?.[1];
        if (type === undefined) return [unknownField([name, field], NAMES)];
        const {choices = []} = type;
        return type.check(found).map((fault) => ({choices, ...fault, at: [name, field, ...fault.at]}));
      });
      const absent = () => incomplete(scheme).map((fault) => ({...fault, at: [name, ...fault.at]}));
      return wrong.length === 0 ? absent() : wrong;
    });
  },
  flag: {valueName: 'schemes', parse: lastOf, print: () => []},
  schema: (name) => ({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(FIELDS).map(([field, type]) => [field, type.schema(`${name}.${field}`)]),
      ),
      additionalProperties: false,
      oneOf: [
        {
          required: ['issuer', 'jwks_uri', 'audiences'],
          properties: {audiences: {type: 'array', minItems: 1}, any_audience: {const: false}},
        },
        {
          required: ['issuer', 'jwks_uri', 'any_audience'],
          properties: {any_audience: {const: true}, audiences: {type: 'array', maxItems: 0}},
        },
        {required: ['enforced_by'], properties: {enforced_by: {const: 'service'}}, maxProperties: 1},
      ],
      errorMessage: {oneOf: `invalid scheme in \`${name}\`: expected ${ONE}`},
    },
    errorMessage: {type: schemaMessage(name, EXPECTED)},
  }),
  merge: (maps) => Object.fromEntries(maps.flatMap((map) => Object.entries(map))),
};
