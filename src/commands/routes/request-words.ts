import {existsSync} from 'node:fs';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {readRequest} from '../../core/routes/request.ts';

/** A path without a method, rather than the name of a description. */
function isPath(word: string): boolean {
  return word.startsWith('/') && !/\*|\?(?!\w+=)|\.(ya?ml|json)$/i.test(word) && !existsSync(word);
}

/** The same words with the method and the path of a request first, which may be after descriptions. */
export function requestFirst(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => {
    const next = words[index + 1] ?? '';
    const isTarget = /^(\/|https?:)/.test(next) || isHostAndPath(next);
    return isTarget && /^[a-z]+$/i.test(word) && !existsSync(word);
  });
  const isInput = (word: string) => /[./*]|^-$/.test(word) || existsSync(word);
  const alone = words.findIndex((word, index) => isPath(word) && words.slice(0, index).every(isInput));
  const [first, end] = at === -1 ? [alone, alone + 1] : [at, at + 2];
  return first < 1 ? words : [...words.slice(first, end), ...words.slice(0, first), ...words.slice(end)];
}

/** The method and the path of a request. Where a log or traces have the requests, all words are descriptions. */
export function requestWords(words: readonly string[], isOfLog: boolean): readonly string[] {
  const [method = '', path = ''] = words;
  const isFile = (word: string) =>
    /^(-|[^/]\S*[.*]\S*)$/.test(word) && !/^https?:/.test(word) && !isHostAndPath(word);
  const isInput = isOfLog ? !path.startsWith('/') : /^(-|\S*[.*]\S*)$/.test(method) && !isPath(method);
  // A path without a method, or a method without a path: what follows is a description.
  return isInput ? [] : words.slice(0, method.startsWith('/') || isFile(path) ? 1 : 2);
}

/** An address without its scheme, rather than the name of a description. */
function isHostAndPath(word: string): boolean {
  return /^([\w-]+(\.[\w-]+)+|[\w.-]+:\d+)\//.test(word) && !/\*|\.(ya?ml|json)$/i.test(word);
}

/** A request that is like what was typed, where that is none. */
export function meantRequest(words: readonly string[]): readonly string[] {
  const [method = '', path = 'v1/pets/42'] = words;
  const others = [
    ['GET', method],
    [method, `${isHostAndPath(path) ? 'https:/' : ''}/${path}`],
    ['GET', '/v1/pets/42'],
  ];
  const isRequest = (some: readonly string[]) => readRequest(some.join(' '))?.method !== undefined;
  return words.length === 0 || isPath(method) ? words : ([words, ...others].find(isRequest) ?? words);
}

/** @param example the command line with the request that was meant */
export function requestProblems(request: readonly string[], example: string): Problem[] {
  const text = request.join(' ');
  if (text === meantRequest(request).join(' ')) return [];
  const expected = 'expected a method, and a path that begins with "/" or an address';
  return [inputError(`invalid request ${quote(text)}: ${expected}`, `for example \`${example}\``)];
}
