import {expect} from '@jest/globals';
import fc from 'fast-check';
import {meshRun} from '../commands/mesh/mesh-run.ts';
import {hostileText} from '../core/openapi-arbitraries.ts';
import {descriptionWith, rightSettings} from './arbitraries.ts';
import {fuzz, workFolder} from './fuzz.ts';

const {folder, write} = workFolder();

const FILES = ['openapi.yaml', 'other.yaml', 'a folder/paths.json'] as const;

/** A fragment for keys, encoded as RFC 6901 and RFC 3986 ask for. */
const fragment = (...keys: readonly string[]) =>
  `#${keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;

/** The address of one file in another. */
const address = (from: string, to: string) =>
  from === to ? '' : `${'../'.repeat(from.split('/').length - 1)}${encodeURI(to)}`;

/** For each path item: the files and keys that a chain of references leads through. */
const chains = fc.array(fc.array(fc.tuple(fc.constantFrom(...FILES), hostileText), {maxLength: 3}), {
  minLength: 6,
  maxLength: 6,
});

/** The description with its path items behind references, one text for each file. */
function split(document: object, given: readonly (readonly (readonly [file: string, key: string])[])[]) {
  const shelves = new Map(FILES.map((file) => [file as string, new Map<string, unknown>()]));
  const paths = Object.entries('paths' in document ? Object(document.paths) : {}).map(
    ([path, item], number) => {
      let [target, at] = [item, FILES[0] as string];
      const chain = (given[number] ?? []).map(
        ([file, key], hop) => [file, `${key}${number}.${hop}`] as const,
      );
      let first: unknown = item;
      for (const [hop, [file, key]] of [...chain].reverse().entries()) {
        shelves.get(file)?.set(key, hop === 0 ? target : {$ref: `${address(file, at)}${target}`});
        [target, at] = [fragment('x-items', key), file];
        first = {$ref: `${address(FILES[0], at)}${target}`};
      }
      return [path, first];
    },
  );
  const entry = {...document, paths: Object.fromEntries(paths)};
  return FILES.map((file) => {
    const items = {'x-items': Object.fromEntries(shelves.get(file) ?? [])};
    return [file, JSON.stringify(file === FILES[0] ? {...entry, ...items} : items)] as const;
  });
}

fuzz(
  'a description gives the same profile when its path items are behind references',
  fc.tuple(descriptionWith(rightSettings), chains),
  async ([document, given]) => {
    const inline = await meshRun({in: [write('inline.yaml', JSON.stringify(document))]}, folder);
    for (const [file, text] of split(document, given)) write(file, text);
    const {status, stdout} = await meshRun({in: [`${folder}/${FILES[0]}`]}, folder);
    expect({status, stdout}).toEqual({status: inline.status, stdout: inline.stdout});
  },
);

const reference = fc.oneof(
  hostileText,
  hostileText.map((text) => `#/${text}`),
  hostileText.map((text) => `other.yaml#${text}`),
  fc.constantFrom(...'# #/ #/paths #/paths/~1a #/x openapi.yaml . .. / other.yaml#/x % #%'.split(' '), ''),
);

fuzz(
  'any reference ends with a profile or a problem',
  fc.array(reference, {minLength: 3, maxLength: 3}),
  async (texts) => {
    const [a, b, x] = texts.map(($ref) => ({$ref}));
    write('other.yaml', JSON.stringify({x, paths: {}}));
    const file = write(
      'openapi.yaml',
      JSON.stringify({openapi: '3.1.0', paths: {'/a': a, '/b': {get: b}}, x}),
    );
    const {status, stdout, stderr} = await meshRun({in: [file]}, folder);
    expect([0, 1]).toContain(status);
    expect(status === 0 ? stdout : stderr).not.toBe('');
  },
);
