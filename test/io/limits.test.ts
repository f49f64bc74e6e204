import {execFileSync} from 'node:child_process';
import {symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {meshRun} from '../commands/mesh/mesh-run.ts';
import {ends} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = folderWith();
});

/** Numbers from 0 to `count` - 1. */
const upTo = (count: number) => Array.from({length: count}, (_, index) => index);

const OPENAPI = 'openapi: 3.2.0\nx-apigen: {service: {name: petstore}}\n';

const write = (name: string, text: string) => writeIn(folder, name, text);

const run = async (text: string, name = 'openapi.yaml') => {
  const {status, stdout, stderr} = await meshRun({in: [write(name, text)]}, folder);
  return {status, routes: stdout.match(/(?<=name: )[A-Z].*/g) ?? [], stderr};
};
const COUNT = '1 error in 1 description\n';
const refused = (stderr: string) => ({status: 1, routes: [], stderr: stderr + COUNT});

describe('a chain of references', () => {
  const chain = (length: number) =>
    `paths:\n${upTo(length)
      .map((index) => `  /p${index}: {$ref: "#/paths/~1p${index + 1}"}\n`)
      .join('')}  /p${length}: {get: {}}\n`;
  const tooMany = (line: number, column: number, reference: string) =>
    `openapi.yaml:${line}:${column}  error  reference: too many \`$ref\`s: "${reference}" is the first of a chain of more than 100\n    refer to the last target of the chain directly\n`;

  test('of 100 is followed', async () => {
    const {status, routes, stderr} = await run(OPENAPI + chain(100));
    expect({status, routes: routes.length, stderr}).toEqual({
      status: 0,
      routes: 101,
      stderr: expect.stringMatching(/^(.*:\d+:5 {2}warning {2}path-item-key: .*\n.*\n)*$/),
    });
  });

  test('of 101 is refused', async () => {
    expect(await run(OPENAPI + chain(101))).toEqual(refused(tooMany(4, 15, '#/paths/~1p1')));
  });

  test('over files is refused, and the files after the first hundred are not read', async () => {
    for (const index of upTo(102)) write(`files/${index}.yaml`, `$ref: ${index + 1}.yaml\n`);
    write('files/102.yaml', 'not: [yaml');
    expect(await run(`${OPENAPI}paths: {/a: {$ref: files/0.yaml}}\n`)).toEqual(
      refused(tooMany(3, 20, 'files/0.yaml')),
    );
  });
});

test.each([
  {
    documents: '100 MiB',
    more: 0,
    stderr:
      'large.yaml:1:1  error  unresolved-reference: expected YAML or JSON, found a binary file\n    name an OpenAPI description in YAML or JSON\n',
  },
  {
    documents: '100 MiB and a byte, which is reported once',
    more: 1,
    stderr:
      'openapi.yaml:1:1  error: more than 100 MiB in the description and the documents that it refers to\n    split it into smaller ones\n',
  },
])('$documents in all documents', async ({more, stderr}) => {
  const [text, small] = [`${OPENAPI}paths: {/a: {$ref: large.yaml}, /b: {$ref: small.yaml}}\n`, 'get: {}\n'];
  write('small.yaml', small);
  truncateSync(write('large.yaml', ''), 100 * 1024 * 1024 - text.length - small.length + more);
  expect(await run(text)).toEqual(refused(stderr));
});

describe('what is not a regular file', () => {
  const notRegular = (target: string) =>
    refused(
      `openapi.yaml:3:20  error  unresolved-reference: unresolved \`$ref\` "${target}": is not a regular file\n    only \`--in\` reads a pipe or a device, by its own name\n`,
    );

  test.each(['fifo', '/dev/zero', 'link'])('is not read for a reference: %s', async (target) => {
    execFileSync('mkfifo', [path.join(folder, 'fifo')]);
    symlinkSync('fifo', path.join(folder, 'link'));
    expect(await run(`${OPENAPI}paths: {/a: {$ref: "${target}"}}\n`)).toEqual(notRegular(target));
  });

  test('is read up to a byte that no text has: /dev/zero', async () => {
    expect(await meshRun({in: ['/dev/zero']}, folder)).toEqual(
      ends(
        1,
        `/dev/zero:1:1  error: expected YAML or JSON, found a binary file\n    name an OpenAPI description in YAML or JSON\n${COUNT}`,
      ),
    );
  });

  test('is not read for a description that is a link to it', async () => {
    symlinkSync('/dev/zero', path.join(folder, 'openapi.yaml'));
    expect(await meshRun({in: [path.join(folder, 'openapi.yaml')]}, folder)).toEqual(
      ends(
        1,
        `openapi.yaml  error: is not a regular file\n    only \`--in\` reads a pipe or a device, by its own name\n${COUNT}`,
      ),
    );
  });
});

test('many problems are counted after the first hundred, and errors are printed before warnings', async () => {
  const unknown = upTo(300).map((index) => `    k${index}: 1\n`);
  const {status, stderr} = await run(
    `openapi: 3.2.0\nx-apigen: {service: {name: petstore}}\npaths:\n  /a:\n${unknown.join('')}    get: 5\n`,
  );
  expect(status).toBe(1);
  expect(stderr.match(/^openapi.yaml.*$/gm)).toHaveLength(100);
  expect(stderr.split('\n').slice(-5)).toEqual([
    'openapi.yaml:305:10  error  operation: invalid operation `get` of "/a": expected a map, found 5',
    '    leave it empty (`get:`) or write a map',
    'and 201 more',
    '1 error, 300 warnings in 1 description',
    '',
  ]);
});

test('a redocly.yaml of 600 bytes with aliases that expand to billions of values is refused', async () => {
  const nines = (item: string) => Array.from({length: 9}, () => item).join(', ');
  const aliases = upTo(9).map((index) => `x-${index + 1}: &a${index + 1} [${nines(`*a${index}`)}]\n`);
  const config = `x-0: &a0 [${nines('1')}]\n${aliases.join('')}apis: {a: {root: openapi.yaml}}\n`;
  const {status, stderr} = await meshRun({config: write('redocly.yaml', config), settings: {}}, folder);
  expect({status, stderr}).toEqual({
    status: 1,
    stderr:
      'redocly.yaml:8:11  error: invalid YAML: more than 10000000 values after its aliases are expanded\n    write the values without YAML aliases (`*name`)\n',
  });
});

test('a large YAML description gives the same as a small one, and the places of its problems', async () => {
  const folder = folderWith();
  // From 1 MB on, what routes do not need is left out before the text is parsed.
  const text = (count: number) => `openapi: 3.1.0
info: {title: Ünïcödé}
paths:
  /shared: {$ref: '#/components/pathItems/Shared'}
  /a/{x}: {get: {}}
  /a/{y}: {get: {}}
${Array.from({length: count}, (_, index) => `  /item${index}:\n    get: {responses: {'200': {description: ${'long '.repeat(200)}}}}\n`).join('')}
  /last:
    get: {}
    gett: {}
components:
  pathItems:
    Shared:
      get:
        x-apigen: {timeouts: {request_timeout: 7}}
`;
  for (const count of [1, 1000]) {
    const file = path.join(folder, `${count}.yaml`);
    writeFileSync(file, text(count));
    const {status, stdout, stderr} = await meshRun({in: [file]}, folder);
    expect(status).toBe(0);
    expect(stdout.match(/pathRegex/g)).toHaveLength(count + 4);
    expect(stdout).toContain('    name: GET /shared\n      timeout: 7s\n');
    const line = 9 + 2 * count;
    expect(stderr).toBe(
      `${count}.yaml:6:3  warning  ambiguous-paths: paths "/a/{x}" and "/a/{y}" match the same requests\n` +
        '    merge them into one path\n' +
        `${count}.yaml:${line + 1}:5  warning  path-item-key: unknown key "gett" of a path item\n    did you mean \`get\`?\n2 warnings in 1 description\n`,
    );
  }
});
