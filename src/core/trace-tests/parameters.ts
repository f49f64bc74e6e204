import {sample} from 'openapi-sampler';
import {isMap, type JsonMap} from '../base/json.ts';
import {quote} from '../base/quote.ts';
import {patternMatches, wholePattern} from '../routes/parameter-pattern.ts';
import {asOnTheWire} from '../routes/path-expression.ts';
import {inlinePattern, multiSegmentPattern, parameterName, templateParts} from '../routes/path-template.ts';
import type {Pair, Tested} from './tested.ts';
import {textMatching} from './text-matching.ts';
import type {WholeDescription} from './whole-description.ts';

/** A variable of the server, which fills it in. */
export const SERVER_VARIABLE = /(\$\{(?:var|env):\w[\w.]*\})/g;

/** A text with a change of all but the variables of the server. */
export function aroundVariables(text: string, change: (part: string) => string): string {
  const parts = text.split(SERVER_VARIABLE);
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('');
}

/** A value in a URL or a form. `'` and `"` would end the server's own quotes. */
export function encode(value: string): string {
  return aroundVariables(value, (text) => encodeURIComponent(text).replaceAll("'", '%27'));
}

/** The path of a request, with a value for each parameter of its template. */
export function pathOf(tested: Tested): string {
  const {path} = tested.route;
  const parts = templateParts(path).map((part, index) => {
    if (index % 2 === 0) return asOnTheWire(part);
    // RFC 6570: parts of the query and the fragment.
    if (/^[?&#]/.test(part)) return '';
    const name = parameterName(part);
    const described = tested.parameters.find((one) => one.in === 'path' && one.name === name);
    const parameter = withPattern(part, described ?? {in: 'path', name, schema: {type: 'string'}}, tested);
    const [[, value = ''] = []] = pairsOf({...parameter, required: true}, tested, described);
    const spans = tested.spanning.includes(name) || multiSegmentPattern(part) !== undefined;
    // RFC 6570, as the styles `label` and `matrix` write it already.
    const start = part.startsWith(';') ? `;${asOnTheWire(name)}=` : (/^[/.]/.exec(part)?.[0] ?? '');
    return (value.startsWith(part.charAt(0)) ? '' : start) + (spans ? value.replaceAll('%2F', '/') : value);
  });
  return parts.join('');
}

/** A parameter with the pattern that its path has for it; one of its schema stays. In Swagger 2.0 it is a schema itself. */
function withPattern(part: string, parameter: JsonMap, {whole}: Tested): JsonMap {
  const segments = multiSegmentPattern(part)?.replace(/[^\w*/]/g, '\\$&');
  const text = segments === '**' ? undefined : (segments?.replaceAll(/\*+/g, '[^/]+') ?? inlinePattern(part));
  if (text === undefined) return parameter;
  const pattern = wholePattern(text);
  return parameter.schema === undefined
    ? {pattern, ...parameter}
    : {...parameter, schema: {pattern, ...whole.follow(parameter.schema)}};
}

/**
 * The parameters sent in a place: those that are required, and those to which the settings give a value; encoded in a URL and a
 * form.
 *
 * @param otherwise the names of headers that are sent with other values, in lower case
 */
export function sentIn(place: string, tested: Tested, otherwise: readonly string[] = []): readonly Pair[] {
  const isOpenapi3 = tested.root('swagger') === undefined;
  const isSent = (name: string) =>
    Object.hasOwn(tested.values, name) || !(isOpenapi3 && place === 'header' && IGNORED_HEADER.test(name));
  return tested.parameters
    .filter(
      ({in: where, name}) =>
        where === place && isSent(`${name}`) && !otherwise.includes(`${name}`.toLowerCase()),
    )
    .flatMap((one) => pairsOf(one, tested));
}

/** @param described the parameter as it was written; `undefined` for one that is only in the path */
function pairsOf(
  parameter: JsonMap,
  tested: Tested,
  described: JsonMap | undefined = parameter,
): readonly Pair[] {
  const {whole, values, note} = tested;
  // In Swagger 2.0 a parameter is a schema, too.
  const {required, ...parameterSchema} = parameter;
  const {in: place, schema = parameterSchema, content} = parameter;
  const name = String(parameter.name);
  const isSet = Object.hasOwn(values, name);
  if (!isSet && required !== true) return [];
  const [media] = Object.values(whole.follow(content)).map((one) => whole.follow(one));
  const {value = 'string', isMadeUp} = exampleOf(media ?? parameter, media ? media.schema : schema, whole);
  reportRounded(isSet ? values[name] : value, tested);
  if (isSet) return serialize(name, values[name], parameter);
  const text = media ? JSON.stringify(value) : textOf(value);
  if (isMadeUp)
    note(
      `the ${place} parameter \`${name}\` has no example: tests send ${quote(text)}${otherThan(whole.follow(schema).pattern, text)}`,
      `add an \`example\`, or set \`test.values.${name}\``,
      described && whole.locationOf(described),
    );
  return serialize(name, media ? text : value, parameter);
}

/** The pattern that a made-up value does not match, at the end of a message. */
function otherThan(pattern: unknown, text: string): string {
  const isOther = typeof pattern === 'string' && !patternMatches(pattern, text);
  return isOther ? `, which its pattern ${quote(pattern)} does not match` : '';
}

/** Source: OpenAPI 3.2, Parameter Object, `name`; Swagger 2.0 has no such rule. */
const IGNORED_HEADER = /^(accept|content-type|authorization)$/i;

/** The separators of the items of a list in a query, if not `,`. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ssv: '%20',
  tsv: '%09',
  pipes: '%7C',
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

/** Source: OpenAPI 3.2, Parameter Object, `style`; Swagger 2.0, `collectionFormat`. */
function serialize(name: string, value: unknown, parameter: JsonMap): readonly Pair[] {
  const {in: place, schema, style, collectionFormat = schema ? 'multi' : 'csv'} = parameter;
  const separator = SEPARATORS[String(style ?? collectionFormat)];
  const isForm = place === 'query' || place === 'formData';
  const {explode = separator === undefined && isForm} = parameter;
  const toText = (part: unknown) => (isForm || place === 'path' ? encode(textOf(part)) : textOf(part));
  const key = toText(name);
  const entries = Object.entries(isMap(value) ? value : {});
  if (isMap(value) && style === 'deepObject')
    return entries.map(([field, item]) => [key + toText(`[${field}]`), toText(item)]);
  const fields = entries.map(([field, item]): Pair => [toText(field), toText(item)]);
  if (isForm && isMap(value) && explode === true) return fields;
  const items = isMap(value)
    ? fields.flatMap((field) => (explode === true ? field.join('=') : [...field]))
    : [value].flat().map(toText);
  if (isForm && explode === true && collectionFormat === 'multi') return items.map((item) => [key, item]);
  if (style === 'matrix') {
    const isNamed = !isMap(value) || explode !== true;
    const all = explode === true ? items : [items.join()];
    return [[key, all.map((item) => `;${isNamed ? `${name}=` : ''}${item}`).join('')]];
  }
  const start = style === 'label' ? '.' : '';
  return [[key, start + items.join(separator ?? (start && explode === true ? '.' : ','))]];
}

/** Reports an integer that JavaScript has not read exactly: it may be the id of something else. */
export function reportRounded(value: unknown, tested: Tested): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    tested.lacks(`${value} for a number that is larger than 2^53`, 'write it in quotes');
  else if (typeof value === 'object')
    for (const item of Object.values(value ?? {})) reportRounded(item, tested);
}

export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return isMap(value) ? JSON.stringify(value) : String(value ?? '');
}

/** The value that is sent for a parameter or a media type, and whether it is made up from the schema. */
export function exampleOf(holder: JsonMap, schema: unknown, whole: WholeDescription) {
  const written = exampleIn(holder, whole) ?? exampleIn(whole.follow(schema), whole);
  const example = whole.expand(written, () => ({})) ?? undefined;
  const isMadeUp = example === undefined && !hasExamples(whole.expand(schema, withoutParts), whole);
  return {value: example ?? sampleOnce(schema, whole) ?? undefined, isMadeUp};
}

/** Whether all that is sampled of a schema has examples, such as the properties of an object; of alternatives the first is sampled. */
function hasExamples(schema: unknown, whole: WholeDescription): boolean {
  if (!isMap(schema)) return false;
  const {properties, items, additionalProperties, allOf, anyOf, oneOf} = schema;
  const parts = [
    ...Object.values(whole.follow(properties)).filter((one) => !isMap(one) || one.readOnly !== true),
    ...[items, additionalProperties].filter(isMap),
    ...[anyOf, oneOf].filter(Array.isArray).flatMap(([first]) => first),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
  const hasExample = exampleIn(schema, whole) !== undefined;
  return hasExample || (parts.length > 0 && parts.every((one) => hasExamples(one, whole)));
}

function exampleIn(map: JsonMap, whole: WholeDescription): unknown {
  const {example, examples, default: value, enum: choices, const: only} = map;
  const [first] = Array.isArray(examples)
    ? examples
    : Object.values(whole.follow(examples)).map((one) => whole.follow(one).value);
  const [choice] = Array.isArray(choices) ? choices : [];
  return [example, map['x-example'], first, value, choice, only].find((one) => (one ?? null) !== null);
}

/** A value that fits a schema, the same each time; `undefined` for what is not a schema. Many operations have the same. */
function sampleOnce(schema: unknown, whole: WholeDescription): unknown {
  const key = `${isMap(schema) && whole.locationOf(schema)?.uri} ${JSON.stringify(schema)}`;
  if (!whole.samples.has(key)) whole.samples.set(key, sampleOf(whole.expand(schema, withoutParts)));
  return whole.samples.get(key);
}

function sampleOf(schema: unknown): unknown {
  try {
    const whole: unknown = JSON.parse(JSON.stringify(schema), withText);
    return isSchema(whole) ? sample(whole, {skipReadOnly: true, quiet: true}) : undefined;
  } catch {
    return undefined;
  }
}

/** A part of a schema, with a text where a sample does not match its pattern. */
function withText(_: string, part: unknown): unknown {
  if (!isMap(part) || typeof part.pattern !== 'string' || [part.type].flat()[0] !== 'string') return part;
  const value: unknown = sample(part, {quiet: true});
  const isMatched = typeof value !== 'string' || patternMatches(part.pattern, value);
  return isMatched ? part : {default: textMatching(part), ...part};
}

/** A schema as far as it has no others. */
function withoutParts(schema: JsonMap): JsonMap {
  const plain = Object.entries(schema).filter(([key, item]) => key === 'enum' || typeof item !== 'object');
  return {type: 'object', ...Object.fromEntries(plain)};
}

function isSchema(value: unknown): value is Parameters<typeof sample>[0] {
  return isMap(value);
}
