/** A node and its key: where they begin in JSON, or their indexes in the list of events of YAML. */
export interface Place {
  readonly key?: number;
  readonly value: number;
}

/** What finds places in a text. */
export interface PlacesIn {
  readonly root: Place;
  /** An entry of a map or an item of a list. */
  readonly find: (node: number, name: string) => Place | undefined;
  /** The offset of a node or key. */
  readonly startOf: (index: number | undefined) => number | undefined;
}

/**
 * Where the values of JSON are. It is read up to the places that are asked for, and what does not lead there is skipped: a YAML parser
 * takes many times as long. Of a key that occurs twice, the first counts.
 *
 * @throws SyntaxError when asked for a place, if the text is not JSON as far as it was read
 */
export function placesInJson(text: string): PlacesIn {
  /** What was read of maps and lists, and the others of their entries, by where they begin. */
  const opened = new Map<number, readonly [Map<string, Place>, Iterator<[string, Place]>]>();
  const find = (open: number, name: string) => {
    const [entries, others] = opened.get(open) ?? [new Map<string, Place>(), entriesAt(text, open)];
    opened.set(open, [entries, others]);
    while (!entries.has(name)) {
      const {done, value} = others.next();
      if (done) break;
      entries.set(...value);
    }
    return entries.get(name);
  };
  return {root: {value: after(BLANKS, text, 0)}, find, startOf: (offset) => offset};
}

/** The entries of a map or list with their names; none for another value. */
function* entriesAt(text: string, open: number): Generator<[string, Place], undefined> {
  const isMap = text[open] === '{';
  if (!isMap && text[open] !== '[') return;
  let at = after(BLANKS, text, open + 1);
  for (let position = 0; text[at] !== '}' && text[at] !== ']'; position++) {
    const key = at;
    const end = isMap ? after(TEXT, text, key) : key;
    at = isMap ? after(COLON, text, end) : key;
    yield isMap ? [JSON.parse(text.slice(key, end)), {key, value: at}] : [String(position), {value: at}];
    at = after(COMMA, text, endOfValue(text, at));
  }
}

const BLANKS = /[ \t\r\n]*/y;
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const COLON = /[ \t\r\n]*:[ \t\r\n]*/y;
const COMMA = /[ \t\r\n]*(?:,[ \t\r\n]*|(?=[\]}]))/y;
const LITERAL = /[-+.\w]+/y;

/** The offset after what matches there. */
function after(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  if (!pattern.test(text)) throw new SyntaxError(`not JSON at ${start}`);
  return pattern.lastIndex;
}

function endOfValue(text: string, start: number): number {
  if (text[start] !== '{' && text[start] !== '[')
    return after(text[start] === '"' ? TEXT : LITERAL, text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      for (at++; text.charCodeAt(at) !== 0x22 && at < text.length; at++)
        if (text.charCodeAt(at) === 0x5c) at++; // \
    } else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) {
      if (--depth === 0) return at + 1;
    } else if (!IS_OUTSIDE[code]) break;
  }
  throw new SyntaxError(`not JSON after ${start}`);
}

/** The characters of JSON outside of texts, but for brackets. */
const IS_OUTSIDE = Array.from({length: 128}, (_, code) =>
  /[\s\d:,.+\-eEtrufalsn]/.test(String.fromCharCode(code)),
);
