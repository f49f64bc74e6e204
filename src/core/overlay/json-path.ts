import {JSONPathEnvironment, JSONPathError, JSONPathNode, type JSONPathQuery} from 'json-p3';
import {MAX_DEPTH, MAX_VISITED_VALUES} from '../base/limits.ts';

/** A JSONPath expression that was parsed. */
export interface Query {
  readonly text: string;
  /** The nodes that it selects in a document, by the keys and indexes that lead there; throws what `reasonOf` explains. */
  select(document: unknown): readonly (readonly string[])[];
  /** The key that is selected last, and the text of what it is in; absent where that is not one key. */
  readonly last?: {readonly key: string; readonly within: string};
}

const environment = new JSONPathEnvironment({maxRecursionDepth: MAX_DEPTH});
// Regular expressions of JavaScript may take for ever.
for (const name of ['match', 'search']) environment.functionRegister.delete(name);

/** Parses a JSONPath expression; throws what `reasonOf` explains. Source: RFC 9535. */
export function parseJsonPath(text: string): Query {
  const query = environment.compile(text);
  const {token, selectors: [only, another] = []} = query.segments.at(-1) ?? {};
  const isKey = only && 'name' in only && !another && token?.kind !== 'TOKEN_DDOT';
  const within = text.slice(0, token?.index).replace(/[.\s]+$/, '');
  const last = isKey && {last: {key: String(only.name), within}};
  return {text, select: (document) => select(query, document), ...last};
}

const SEVERAL = String.raw`(@[^\s=!<>?]*?)(?:\[\*\]|\.\*)([\w.'"[\]-]*)`;
const ONE = String.raw`('[^']*'|"[^"]*"|(?<![\w.@$'"\]-])[\w.-]+)`;

/** Comparisons of several values with one, such as `@.tags[*] == 'X'` and `'X' == @.parameters[*].name`, and what is meant. */
const OF_SEVERAL = [
  [new RegExp(String.raw`${SEVERAL}\s*([=!<>]=?)\s*${ONE}`), '$1[?@$2 $3 $4]'],
  [new RegExp(String.raw`${ONE}\s*([=!<>]=?)\s*${SEVERAL}`), '$3[?$1 $2 @$4]'],
] as const;

/** The expression meant by one that compares several values, which RFC 9535 does not allow. */
export function meantJsonPath(text: string): string | undefined {
  return OF_SEVERAL.map(([comparison, meant]) => text.replace(comparison, meant)).find((one) => one !== text);
}

/** Selects nodes with a query, with a limit, since each `..` can multiply the nodes before it. */
function select({segments}: JSONPathQuery, document: unknown): string[][] {
  if (!isJson(document)) return [];
  let nodes = [new JSONPathNode(document, [], document)];
  let visited = 0;
  for (const segment of segments)
    nodes = nodes.flatMap((node) => {
      const selected = segment.resolve([node]);
      // A deep node costs more.
      for (const {location} of selected) visited += 1 + location.length / 8;
      if (visited <= MAX_VISITED_VALUES) return selected;
      throw new JSONPathError(`the expression visits more than ${MAX_VISITED_VALUES} values`, segment.token);
    });
  return nodes.map(({location}) => location.map(String));
}

/** A query looks into maps and lists, and takes everything else as a single value. */
function isJson(_value: unknown): _value is JSONPathNode['value'] {
  return true;
}

/** Why an expression cannot be parsed or applied, by the error; throws any other error. */
export function reasonOf(error: unknown): string {
  // The parser is recursive, and a YAML alias can lead to what contains it.
  if (error instanceof RangeError) return 'nested too deeply, or contains itself';
  if (!(error instanceof JSONPathError)) throw error;
  // json-p3 appends a part of the expression, and names the kinds of its tokens.
  const [reason = ''] = error.message.split(" ('", 1);
  return reason.replace(/token 'TOKEN_\w+'/, 'end');
}
