import {randomUUID} from 'node:crypto';
import {TracerError} from '../errors.ts';

/** `--set` and `--set-string` without the values of the user. */
export interface HiddenValues {
  /** Arguments for helm, with a placeholder for each value. */
  readonly args: readonly string[];
  /** What each placeholder is replaced by. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A pair up to the comma after it: key, then a list in braces or one value; a backslash escapes any character, as in helm's `strvals`. */
const PAIR =
  /((?:\\.|\[[^\]]*\]|[^\\=,[])*)=(?:\{((?:\\.|[^\\}])*)\},?|(?!\{)((?:\\.|[^\\,])*)(?:\\$|,|$))/suy;

const ITEM = /(?:^|,)((?:\\.|[^\\,])*)/gsu;

const unescaped = (text: string) => text.replace(/\\(.)/gsu, '$1');

/** The value that helm reads from the text of a `--set`: true, false, null, an integer of 64 bits or a string. */
function typed(text: string, key: string): unknown {
  if (/^(true|false|null)$/i.test(text)) return JSON.parse(text.toLowerCase());
  if (!/^(0|[+-]\d+|[1-9]\d*)$/.test(text)) return text;
  const integer = BigInt(text.replace('+', ''));
  if (BigInt.asIntN(64, integer) !== integer) return text;
  // helm reads the numbers of its standard input as floating-point numbers.
  if (!Number.isSafeInteger(Number(integer)))
    throw new TracerError(
      `invalid --set ${key}: expected an integer from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}\nadd --set-string ${key}=… for a text`,
      2,
    );
  return Number(integer);
}

/** Returns the placeholder of a value. */
type Hide = (value: string, key: string) => string;

/** Replaces the values in the pairs of one flag. Its text may contain a password, so an error names only keys. */
function hidePairs(flag: string, text: string, hide: Hide): string {
  const pattern = new RegExp(PAIR);
  const pairs: string[] = [];
  let last = '';
  while (pattern.lastIndex < text.length) {
    const pair = pattern.exec(text);
    if (!pair)
      throw new TracerError(
        `invalid ${flag}${last && ` after the value of ${last}`}: expected <key>=<value>, or <key>={<value>,…}\nwrite "\\," for a comma in a value`,
        2,
      );
    const [, key = '', list, value = ''] = pair;
    const items =
      list === undefined ? undefined : [...list.matchAll(ITEM)].map(([, item = '']) => hide(item, key));
    pairs.push(`${key}=${items === undefined ? hide(value, key) : `{${items.join(',')}}`}`);
    last = key;
  }
  return pairs.join(',');
}

/**
 * Replaces the values in `--set` and `--set-string` by placeholders: every user of the machine can read the arguments of a process.
 * Keys, lists and their order stay for helm to read.
 *
 * @throws TracerError with exit code 2 for a text that helm cannot read either, or an integer of more than 53 bits
 */
export function hideValues(set: readonly string[] = [], setString: readonly string[] = []): HiddenValues {
  const values = new Map<string, unknown>();
  const run = randomUUID();
  const hideAs =
    (read: (text: string, key: string) => unknown): Hide =>
    (text, key) => {
      const placeholder = `${run}-${values.size}`;
      values.set(placeholder, read(unescaped(text), key));
      return placeholder;
    };
  const args = [
    ...set.flatMap((one) => ['--set', hidePairs('--set', one, hideAs(typed))]),
    ...setString.flatMap((one) => ['--set-string', hidePairs('--set-string', one, hideAs(String))]),
  ];
  return {args, values};
}
