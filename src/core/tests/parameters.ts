import {sample} from 'openapi-sampler';
import {isMap, type JsonMap} from '../base/json.ts';
import {quote} from '../base/quote.ts';
import {asOnTheWire} from '../routes/path-expression.ts';
import {multiSegmentPattern, parameterName, templateParts} from '../routes/path-template.ts';
import type {Pair, Tested} from './tested.ts';
import type {WholeDescription} from './whole-description.ts';

/** A variable of the server, which fills it in. */
export const SERVER_VARIABLE = /(\$\{(?:var|env):\w[\w.]*\})/g;

/** A value in a URL or a form. `'` and `"` would end the server's own quotes. */
export function encoded(value: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');
  return value
    .split(SERVER_VARIABLE)
    .map((part, index) => (index % 2 === 0 ? encode(part) : part))
    .join('');
}

/** The path of a request, with a value for each parameter of its template. */
export function pathOf(tested: Tested): string {
  const {operation, path} = tested.route;
  const parts = templateParts(path).map((part, index) => {
    if (index % 2 === 0) return asOnTheWire(part);
    // RFC 6570: parts of the query and the fragment.
    if (/^[?&#]/.test(part)) return '';
    const name = parameterName(part);
    const own = tested.parameters.find((one) => one.in === 'path' && one.name === name);
    const described = {...(own ?? {in: 'path', name, schema: {type: 'string'}}), required: true};
    const [[, value = ''] = []] = sent(described, tested, own);
    const spans = operation.multiSegment.includes(name) || multiSegmentPattern(part) !== undefined;
    const text = spans ? value.split('/').map(encoded).join('/') : encoded(value);
    // Source: OpenAPI 3.2, Parameter Object, `style`.
    const start = {label: '.', matrix: `;${name}=`}[String(own?.style)] ?? '';
    const styled = start + (start && own?.explode === true ? text.replaceAll('%2C', start) : text);
    return part.startsWith('/') ? `/${styled}` : styled;
  });
  return parts.join('');
}

/** What is sent of the parameters in a place: of those that are required, and those to which the settings give a value. */
export function sentIn(place: string, tested: Tested): readonly Pair[] {
  return tested.parameters.filter((one) => one.in === place).flatMap((one) => sent(one, tested));
}

function sent(parameter: JsonMap, tested: Tested, written: JsonMap | undefined = parameter): readonly Pair[] {
  const {whole, values, note} = tested;
  // In Swagger 2.0 a parameter is a schema, too.
  const {required, ...own} = parameter;
  const {in: place, schema = own, content} = parameter;
  const name = String(parameter.name);
  const isSet = Object.hasOwn(values, name);
  if (!isSet && required !== true) return [];
  const [media] = Object.values(whole.follow(content)).map((one) => whole.follow(one));
  const {value = 'string', isMadeUp} = exampleOf(media ?? parameter, media ? media.schema : schema, whole);
  if (isSet) return serialized(name, values[name], parameter);
  const pairs = media ? [[name, JSON.stringify(value)] as const] : serialized(name, value, parameter);
  if (isMadeUp)
    note(
      `the ${place} parameter \`${name}\` has no example: tests send ${quote(pairs.map(([, text]) => text).join(','))}`,
      `add an \`example\`, or set \`test.values.${name}\``,
      written && whole.locationOf(written),
    );
  return pairs;
}

/** What is between the items of a list, if not `,`. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ...{ssv: ' ', tsv: '\t', pipes: '|'},
  ...{spaceDelimited: ' ', pipeDelimited: '|'},
};

/** Source: OpenAPI 3.2, Parameter Object, `style`; Swagger 2.0, `collectionFormat`. */
function serialized(name: string, value: unknown, parameter: JsonMap): readonly Pair[] {
  const {in: place, schema, style, collectionFormat = schema ? 'multi' : 'csv'} = parameter;
  const separator = SEPARATORS[String(style ?? collectionFormat)];
  const {explode = separator === undefined && (place === 'query' || place === 'formData')} = parameter;
  const entries = isMap(value) ? Object.entries(value) : [];
  if (Array.isArray(value) && explode === true && collectionFormat === 'multi')
    return value.map((item) => [name, textOf(item)]);
  if (Array.isArray(value) && separator) return [[name, value.map(textOf).join(separator)]];
  if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, textOf(item)]);
  if (isMap(value) && explode === true) return entries.map(([key, item]) => [key, textOf(item)]);
  return [[name, textOf(isMap(value) ? entries.flat() : value)]];
}

export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return isMap(value) ? JSON.stringify(value) : String(value ?? '');
}

/** The value that is sent for a parameter or a media type, and whether it is made up from the schema. */
export function exampleOf(holder: JsonMap, schema: unknown, whole: WholeDescription) {
  const given = givenIn(holder, whole) ?? givenIn(whole.follow(schema), whole);
  const example = whole.expanded(given, () => ({})) ?? undefined;
  return {value: example ?? sampled(schema, whole) ?? undefined, isMadeUp: example === undefined};
}

function givenIn(map: JsonMap, whole: WholeDescription): unknown {
  const {example, examples, default: value, enum: choices, const: only} = map;
  const [first] = Array.isArray(examples)
    ? examples
    : Object.values(whole.follow(examples)).map((one) => whole.follow(one).value);
  const [choice] = Array.isArray(choices) ? choices : [];
  return [example, map['x-example'], first, value, choice, only].find((one) => (one ?? null) !== null);
}

/** A value that fits a schema, the same each time; `undefined` for what is not a schema. Many operations have the same. */
function sampled(schema: unknown, whole: WholeDescription): unknown {
  const key = JSON.stringify(schema);
  if (!whole.samples.has(key)) whole.samples.set(key, sampleOf(whole.expanded(schema, withoutParts)));
  return whole.samples.get(key);
}

function sampleOf(schema: unknown): unknown {
  try {
    return isSchema(schema) ? sample(schema, {skipReadOnly: true, quiet: true}) : undefined;
  } catch {
    return undefined;
  }
}

/** A schema as far as it has no others. */
function withoutParts(schema: JsonMap): JsonMap {
  const own = Object.entries(schema).filter(([key, item]) => key === 'enum' || typeof item !== 'object');
  return {type: 'object', ...Object.fromEntries(own)};
}

function isSchema(value: unknown): value is Parameters<typeof sample>[0] {
  return isMap(value);
}
