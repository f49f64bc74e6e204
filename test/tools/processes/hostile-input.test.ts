import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const OPENAPI = 'openapi: 3.2.0\nx-apigen: {service: {name: petstore}}\n';
const PATHS = 'paths: {/a: {get: {}}}\n';
const lines = (count: number, line: (index: number) => string) =>
  Array.from({length: count}, (_, index) => line(index)).join('');

/** Each item of the list has ten aliases of the one before. */
const expanding = lines(
  30,
  (index) => `  - &a${index} [${index === 0 ? 1 : Array(10).fill(`*a${index - 1}`)}]\n`,
);

const TOO_DEEP = 'nested more than 1000 levels deep';
const TOO_MANY = 'more than 10000000 values after its aliases are expanded';

/** Texts of at most 1 MB, and what is reported first. */
test.each([
  ['open brackets', '['.repeat(1_000_000), TOO_DEEP],
  ['open braces with keys', '{"a":'.repeat(200_000), TOO_DEEP],
  ['JSON that ends in a text', `{"a": "${'a'.repeat(900_000)}`, 'missing closing "'],
  ['JSON of backslashes', `{"a": "${'\\\\'.repeat(450_000)}", "a": 1}`, 'duplicate key'],
  ['JSON with a duplicate key', `{"a": [${'1,'.repeat(450_000)}1], "b": 1, "b": 2}`, 'duplicate key'],
  ['dashes', '- '.repeat(500_000), TOO_DEEP],
  ['documents', '---\n'.repeat(250_000), 'expected a map, found nothing'],
  ['the same key in each line', 'a:\n'.repeat(330_000), 'duplicate key'],
  [
    'a long line',
    `${OPENAPI}paths:\n  /${'a'.repeat(990_000)}: {get: {}}\n`,
    'expected at most 8192 characters',
  ],
  ['aliases of aliases', `${OPENAPI}x-a:\n${expanding}${PATHS}`, TOO_MANY],
  [
    'an alias within its own anchor',
    `${OPENAPI}x-a: &a {b: *a}\n${PATHS}`,
    'the alias `*a` is inside of `&a`, its own value',
  ],
  [
    'merge keys of merge keys',
    `${OPENAPI}x-a:\n  - &a0 {k: 1}\n${lines(10_000, (index) => `  - &a${index + 1} {k${index}: 1, <<: *a${index}}\n`)}`,
    TOO_MANY,
  ],
  ['open quotes', OPENAPI + lines(10_000, (index) => `k${index}: "a\n`), 'missing closing "'],
  [
    'references in a circle',
    `${OPENAPI}paths:\n${lines(2000, (index) => `  /p${index}: {$ref: "#/paths/~1p${(index + 1) % 2000}"}\n`)}`,
    'is the first of a chain of more than 100',
  ],
  [
    'references to themselves',
    `${OPENAPI}paths:\n${lines(20_000, (index) => `  /p${index}: {$ref: "#/paths/~1p${index}"}\n`)}`,
    'circular `$ref` "#/paths/~1p0"',
  ],
  ['a template in each line', lines(60_000, (index) => `k${index}: {{ a }}\n`), 'a map or a list as a key'],
  [
    'components of each other',
    `${OPENAPI}${PATHS}components:\n${'  a: {b: *c}\n'.repeat(60_000)}`,
    'alias "c"',
  ],
])(
  '%s: ends soon, with a message',
  async (_, text, message) => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    const folder = folderWith();
    writeFileSync(path.join(folder, 'openapi.yaml'), text);
    const {status, stdout, stderr} = await runCli(['mesh', '-i', 'openapi.yaml'], {cwd: folder});
    expect({status, stdout, first: stderr.split('\n')[0]}).toEqual({
      status: 1,
      stdout: '',
      first: expect.stringContaining(message),
    });
  },
  30_000,
);
