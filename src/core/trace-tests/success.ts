import type {JsonMap} from '../base/json.ts';
import type {Tested} from './tested.ts';
import type {WholeDescription} from './whole-description.ts';

/** The first success that an operation documents. */
export interface Success {
  /** `200` or `2XX`; absent where the operation documents none. */
  readonly code?: string | undefined;
  /** Its media type, JSON if there is a choice; empty for no content. */
  readonly type: string;
  /** The schema of JSON. */
  readonly schema?: unknown;
}

export function successOf(tested: Tested): Success {
  const {operation, whole} = tested;
  const responses = whole.follow(operation.responses);
  const code = Object.keys(responses).find((key) => /^2(\d\d|XX)$/i.test(key));
  const {content: described, schema} = whole.follow(responses[code ?? 'default']);
  const content = schema === undefined ? described : contentOfSwagger('produces', {schema}, tested);
  const json = jsonIn(content, whole);
  const [type = ''] = json ?? Object.keys(whole.follow(content));
  return {code, type, schema: json?.[1].schema};
}

/** The content of Swagger 2.0, which has media types at the operation or the root. */
export function contentOfSwagger(
  key: 'consumes' | 'produces',
  media: JsonMap,
  {operation, root}: Tested,
  otherwise = 'application/json',
): JsonMap {
  const {[key]: types = root(key)} = operation;
  const all = Array.isArray(types) && types.length > 0 ? types : [otherwise];
  return Object.fromEntries(all.map((type) => [String(type), media]));
}

/** The first content whose media type is JSON, or may be. */
export function jsonIn(
  content: unknown,
  whole: WholeDescription,
): readonly [type: string, media: JsonMap] | undefined {
  const contents = Object.entries(whole.follow(content));
  const [type, media] = contents.find(([one]) => JSON_TYPE.test(one)) ?? [];
  return type === undefined
    ? undefined
    : [type.includes('*') ? 'application/json' : type, whole.follow(media)];
}

const JSON_TYPE = /[/+]json(?![-\w])|^(application|\*)\/\*/i;

/** The assertions about a response, and what they ask for in words. */
export function assertionsOf(tested: Tested, {code = 'any success', schema}: Success, timeout: string) {
  const {whole, route} = tested;
  const {items} = whole.follow(schema);
  const keys = route.operation.method === 'HEAD' ? [] : requiredKeys(items ?? schema, whole);
  const named = keys.length > 0 ? `, with ${keys.join(', ')}${items ? ' in each item' : ''}` : '';
  return {
    name: `Answers ${code}${timeout && ` in less than ${timeout}`}${named}`,
    assertions: [
      ...statusAssertions(code),
      ...(timeout ? [`attr:tracetest.span.duration < ${timeout}`] : []),
      ...(keys.length > 0 && items && !mayBeAbsent(schema, whole) ? [IS_LIST] : []),
      ...keys.map((key) =>
        items
          ? `${BODY} | json_path "$[?(@['${key}'] == null)]" | type = "nil"`
          : `${BODY} | json_path "$['${key}']" | type != "nil"`,
      ),
    ],
  };
}

const BODY = 'attr:tracetest.response.body';

/** Without it, `null` would have all keys in each item. */
const IS_LIST = `${BODY} | regex "^[[:space:]]*[[]" contains "["`;

function statusAssertions(code: string): string[] {
  const status = 'attr:tracetest.response.status';
  if (/^\d+$/.test(code)) return [`${status} = ${code}`];
  return /^2/.test(code) ? [`${status} >= 200`, `${status} < 300`] : [`${status} < 400`];
}

/** The keys that each response has, and not for `null`, which the server takes for a key that is missing in an item. Nor does it read quotes. */
function requiredKeys(schema: unknown, whole: WholeDescription): readonly string[] {
  if (mayBeAbsent(schema, whole)) return [];
  const parts = partsOf(schema, whole, new Set());
  const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])));
  return [...required].filter(
    (key) =>
      typeof key === 'string' &&
      !/['"\\$]/.test(key) &&
      !parts.some(({properties}) => mayBeAbsent(whole.follow(properties)[key], whole)),
  );
}

/** A schema, and those that it consists of. */
function partsOf(schema: unknown, whole: WholeDescription, seen: Set<unknown>): readonly JsonMap[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const map = whole.follow(schema);
  const parts = Array.isArray(map.allOf) ? map.allOf : [];
  return [map, ...parts.flatMap((part) => partsOf(part, whole, seen))];
}

/** Whether a value that a schema describes may be `null`, or is never in a response. */
function mayBeAbsent(schema: unknown, whole: WholeDescription, seen = new Set<unknown>()): boolean {
  return partsOf(schema, whole, seen).some((part) => {
    const {type, enum: values = [part.const], anyOf, oneOf} = part;
    const isNull = [type].flat().includes('null') || [values].flat().includes(null);
    const choices = [anyOf, oneOf].flatMap((some) => (Array.isArray(some) ? some : []));
    const isAbsent = isNull || part.nullable || part['x-nullable'] || part.writeOnly;
    return Boolean(isAbsent || choices.some((one) => mayBeAbsent(one, whole, seen)));
  });
}
