import {READ_COMPONENT} from '../../core/openapi/documents.ts';

/** From this size on, leaving blocks out saves more than looking for them takes. */
const LARGE = 1_000_000;

/** A key at the root of whose block only what `READ_COMPONENT` matches is read, unless a `$ref` leads there; alone on its line. */
const UNREAD = /\n(components|definitions|responses|x-webhooks):[ \t]*(?:#[^\n]*)?\r?(?=\n)/g;

/** The end of a block, in which lines begin with blanks, a comment or an item of a list. */
const NEXT_KEY = /\n[^ \t\r\n#-]/g;

/** A text without the blocks of some keys, which are left with nothing but what `READ_COMPONENT` matches: its lines are those of the whole. */
export interface ShortenedText {
  readonly text: string;
  readonly keys: ReadonlySet<string>;
}

/**
 * A large YAML text in block style without what no route is read from, which is most of it and takes most of the time.
 * `undefined` where nothing is left out: an alias may refer to what is in the block.
 *
 * The text may still be one where such a line is in a scalar: then the key has another value.
 *
 * @param text without its byte order mark
 */
export function withoutUnreadBlocks(text: string): ShortenedText | undefined {
  if (text.length < LARGE || isUnusual(text)) return undefined;
  const keys = new Set<string>();
  let [kept, left, from] = ['', '', 0];
  for (const {0: line, 1: key = '', index} of text.matchAll(UNREAD)) {
    const start = index + line.length;
    // Not a second time: it is in the block before, or a duplicate key.
    if (start < from) continue;
    NEXT_KEY.lastIndex = start;
    const end = NEXT_KEY.exec(text)?.index ?? text.length;
    const block = readParts(text.slice(start, end));
    keys.add(key);
    left += block.left;
    kept += text.slice(from, start) + block.kept;
    from = end;
  }
  if (keys.size === 0) return undefined;
  const shortened = kept + text.slice(from);
  const aliases = namesAfter('*', shortened);
  for (const anchor of namesAfter('&', left)) if (aliases.has(anchor)) return undefined;
  return {text: shortened, keys};
}

/** A block with nothing but line breaks instead of what is not read of it, and that. */
function readParts(block: string): {kept: string; left: string} {
  const indent = /\n( +)[^ #\r\n]/.exec(block)?.[1] ?? '';
  const parts = block.split(new RegExp(`(?=\\n {0,${indent.length}}[^ \\t\\r\\n#-])`));
  const isRead = (part: string) => READ_COMPONENT.test(/^\n +["']?([^"':]*)/.exec(part)?.[1] ?? '');
  return {
    kept: parts.map((part) => (isRead(part) ? part : '\n'.repeat(part.split('\n').length - 1))).join(''),
    left: parts.filter((part) => !isRead(part)).join(''),
  };
}

/** Whether lines may mean something else: in flow style, with directives, a second document, or a CR as the only end of a line. */
function isUnusual(text: string): boolean {
  const document = text.startsWith('---') ? 0 : text.indexOf('\n---');
  return (
    /^\s*[%{[]/.test(text) ||
    text.includes('\n%') ||
    text.includes('\n...') ||
    (document !== -1 && text.includes('\n---', document + 1)) ||
    (text.includes('\r') && /\r(?!\n)/.test(text))
  );
}

/** The names of anchors or aliases, and whatever looks like them in texts. */
function namesAfter(sign: '&' | '*', text: string): Set<string> {
  const names = sign === '&' ? /&([^\s,[\]{}]+)/g : /\*([^\s,[\]{}]+)/g;
  return new Set(Array.from(text.matchAll(names), ([, name = '']) => name));
}
