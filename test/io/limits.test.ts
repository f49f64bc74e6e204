import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {runMeshConfig} from '../../src/io/mesh-config.ts';
import {meshRun} from './mesh-run.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-limits-')));
});

/** Numbers from 0 to `count` - 1. */
const upTo = (count: number) => Array.from({length: count}, (_, index) => index);

const OPENAPI = 'openapi: 3.2.0\nx-apigen: {service: {name: petstore}}\n';

const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, text);
  return file;
};

const run = async (text: string, name = 'openapi.yaml') => {
  const {status, stdout, stderr} = await meshRun({in: [write(name, text)]}, folder);
  return {status, routes: stdout.match(/(?<=name: )[A-Z].*/g) ?? [], stderr};
};
const refused = (stderr: string) => ({status: 1, routes: [], stderr});

describe('a chain of references', () => {
  const chain = (length: number) =>
    `paths:\n${upTo(length)
      .map((index) => `  /p${index}: {$ref: "#/paths/~1p${index + 1}"}\n`)
      .join('')}  /p${length}: {get: {}}\n`;
  const tooMany = (line: number, column: number, reference: string) =>
    `openapi.yaml:${line}:${column}  too many \`$ref\`s: "${reference}" is the first of a chain of more than 100\n    refer to the last target of the chain directly\n`;

  test('of 100 is followed', async () => {
    const {status, routes, stderr} = await run(OPENAPI + chain(100));
    expect({status, routes: routes.length, stderr}).toEqual({
      status: 0,
      routes: 101,
      stderr: expect.stringMatching(/^(.*:\d+:5 {2}warning: .*\n.*\n)*$/),
    });
  });

  test('of 101 is refused', async () => {
    expect(await run(OPENAPI + chain(101))).toEqual(refused(tooMany(4, 15, '#/paths/~1p1')));
  });

  test('of 4000 is refused', async () => {
    const {status, stderr} = await run(OPENAPI + chain(4000));
    expect(status).toBe(1);
    expect(stderr.split('\n').slice(-3)).toEqual([
      '    refer to the last target of the chain directly',
      'and 3800 more',
      '',
    ]);
  });

  test('over 1000 files is refused, and the files after the first hundred are not read', async () => {
    for (const index of upTo(1000)) write(`files/${index}.yaml`, `$ref: ${index + 1}.yaml\n`);
    write('files/102.yaml', 'not: [yaml');
    expect(await run(`${OPENAPI}paths: {/a: {$ref: files/0.yaml}}\n`)).toEqual(
      refused(tooMany(3, 20, 'files/0.yaml')),
    );
  });

  test('with a pointer of 1001 levels is refused', async () => {
    const reference = `#${'/a'.repeat(1001)}`;
    expect(await run(`${OPENAPI}paths: {/a: {$ref: "${reference}"}}\n`)).toEqual(
      refused(
        `openapi.yaml:3:20  invalid \`$ref\` "#${'/a'.repeat(99)}… (2003 characters): expected a JSON pointer of at most 1000 levels\n    reduce the nesting\n`,
      ),
    );
  });
});

test('more than 500 MiB in all documents are reported once', async () => {
  truncateSync(write('large.yaml', ''), 500 * 1024 * 1024);
  const paths = upTo(20).map((index) => `  /p${index}: {$ref: '${index === 0 ? 'large' : index}.yaml'}\n`);
  for (const index of upTo(20)) write(`${index}.yaml`, 'get: {}\n');
  expect(await run(`${OPENAPI}paths:\n${paths.join('')}`)).toEqual(
    refused(
      'openapi.yaml:1:1  more than 500 MiB in the description and the documents that it refers to\n    split it into smaller ones\n',
    ),
  );
});

describe('what is not a regular file', () => {
  const notRegular = (target: string) =>
    refused(
      `openapi.yaml:3:20  unresolved \`$ref\` "${target}": is not a regular file\n    only \`--in\` reads a pipe or a device, by its own name\n`,
    );

  test.each(['fifo', '/dev/stdin', '/dev/zero', '/dev/tty', 'link'])(
    'is not read for a reference: %s',
    async (target) => {
      execFileSync('mkfifo', [path.join(folder, 'fifo')]);
      symlinkSync('fifo', path.join(folder, 'link'));
      expect(await run(`${OPENAPI}paths: {/a: {$ref: "${target}"}}\n`)).toEqual(notRegular(target));
    },
  );

  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux('is not read where its size is 0: /proc/kmsg', async () => {
    const {status, stderr} = await run(`${OPENAPI}paths: {/a: {$ref: "/proc/kmsg"}}\n`);
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: '/proc/kmsg:1:1  the document is empty\n    name an OpenAPI description in YAML or JSON\n',
    });
  });

  onLinux('is read up to a byte that no text has: /dev/zero', async () => {
    expect(await meshRun({in: ['/dev/zero']}, folder)).toEqual({
      status: 1,
      stdout: '',
      stderr: '/dev/zero:1:1  not UTF-8 text\n    save the description as UTF-8\n',
    });
  });

  test('is not read for a description that is a link to it', async () => {
    symlinkSync('/dev/zero', path.join(folder, 'openapi.yaml'));
    expect(await meshRun({in: [path.join(folder, 'openapi.yaml')]}, folder)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'openapi.yaml  is not a regular file\n    only `--in` reads a pipe or a device, by its own name\n',
    });
  });
});

describe('the size of a part', () => {
  test.each([
    {
      what: 'a path of 8,193 characters',
      text: `paths:\n  ? "/${'a'.repeat(8192)}"\n  : {get: {}}\n`,
      stderr: `openapi.yaml:4:5  invalid path "/${'a'.repeat(198)}… (8193 characters): expected at most 8192 characters\n    shorten it\n`,
    },
    {
      what: 'a prefix of 1,025 characters',
      text: `paths: {/a: {get: {}}}\nx-b: 1\n`,
      head: `openapi: 3.2.0\nx-apigen: {service: {name: petstore}, path: {base: /${'a'.repeat(1024)}}}\n`,
      stderr: `openapi.yaml:2:52  invalid \`path.base\` "/${'a'.repeat(198)}… (1025 characters): expected a path such as "/api/v1", without "//", of at most 1024 characters\n    for example \`path: {base: "/api/v1"}\`\n`,
    },
    {
      what: 'a `$ref` of 32,769 characters',
      text: `paths: {/a: {$ref: "#/${'a'.repeat(32_767)}"}}\n`,
      stderr: `openapi.yaml:3:20  invalid \`$ref\` "#/${'a'.repeat(197)}… (32769 characters): expected at most 32768 characters\n    shorten it\n`,
    },
    {
      what: 'a method of 65 characters',
      text: `paths: {/a: {additionalOperations: {${'A'.repeat(65)}: {}}}}\n`,
      stderr: `openapi.yaml:3:37  invalid HTTP method "${'A'.repeat(65)}": expected at most 64 letters, digits and "-"\n    for example \`LINK\`\n`,
    },
    {
      what: '10,001 labels',
      head: '',
      text: `openapi: 3.2.0\nx-apigen: {service: {name: petstore}, labels: {${upTo(10_001)
        .map((index) => `k${index}: "a b"`)
        .join(', ')}}}\npaths: {/a: {get: }}\n`,
      stderr:
        'openapi.yaml:2:47  invalid `labels`: expected a map of strings with at most 10000 keys, found a map\n    for example `labels: {"team": "shop"}`\n',
    },
    {
      what: '101 additional operations at a path',
      text: `paths: {/a: {additionalOperations: {${upTo(101)
        .map((index) => `M${index}: {}`)
        .join(', ')}}}}\n`,
      stderr:
        'openapi.yaml:3:14  too many operations in `additionalOperations`: expected at most 100, found 101\n    remove the methods that the path does not have\n',
    },
  ])('$what is too much', async ({head = OPENAPI, text, stderr}) => {
    expect(await run(head + text)).toEqual(refused(stderr));
  });
});

describe('the expressions of all routes', () => {
  const tooLong = (found: number) =>
    refused(
      `openapi.yaml:3:1  too long paths: expected at most 20000000 characters in the expressions of all routes, found ${found}\n    shorten \`path.base\` or the paths, or divide the description\n`,
    );
  const withBase = (length: number) => OPENAPI.replace('}}', `}, path: {base: /${'a'.repeat(length - 1)}}}`);
  const paths = (count: number, path = '', methods = '{get: }') =>
    `paths:\n${upTo(count)
      .map((index) => `  /${String(index).padStart(5, '0')}${path}: ${methods}\n`)
      .join('')}`;

  test.each([
    {what: 'a prefix', text: withBase(994) + paths(20_000), routes: 20_000},
    {what: 'many routes', text: withBase(183) + paths(101_000, '/long/path'), routes: 101_000},
  ])('may have 20,000,000 characters, or 200 for each route: $what', async ({text, routes}) => {
    const result = await run(text);
    expect({status: result.status, routes: result.routes.length}).toEqual({status: 0, routes});
  });

  test.each([
    {what: 'a prefix', text: withBase(995) + paths(20_000), found: 20_020_000},
    {what: 'paths with two forms', text: OPENAPI + paths(300, `/${'|'.repeat(8000)}`), found: 24_002_100},
    {
      what: 'methods of long paths',
      text:
        OPENAPI +
        paths(
          1000,
          `/${'a'.repeat(1000)}`,
          `{additionalOperations: {${upTo(21)
            .map((index) => `M${index}: `)
            .join(', ')}}}`,
        ),
      found: 21_147_000,
    },
  ])('cannot have more: $what', async ({text, found}) => {
    expect(await run(text)).toEqual(tooLong(found));
  });
});

describe('the segments of all paths', () => {
  const paths = (count: number, segments: number) =>
    `paths:\n${upTo(count)
      .map((index) => `  /${index}${'/a'.repeat(segments - 1)}: {get: }\n`)
      .join('')}`;

  test('may be 20 for each path and 1,000,000 more', async () => {
    const {status, routes} = await run(OPENAPI + paths(1000, 1020));
    expect({status, routes: routes.length}).toEqual({status: 0, routes: 1000});
  });

  test('cannot be more', async () => {
    const path = `/980${'/a'.repeat(1039)}`;
    expect(await run(OPENAPI + paths(3000, 1040))).toEqual(
      refused(
        `openapi.yaml:984:3  invalid path "${path.slice(0, 199)}… (${path.length} characters): expected at most 1000000 segments in all paths without the first 20 of each\n    shorten the paths, or divide the description\n`,
      ),
    );
  });
});

describe('additional operations of all paths', () => {
  const paths = (count: number) =>
    `paths:\n${upTo(count)
      .map(
        (index) =>
          `  /p${index}: {additionalOperations: {${upTo(100)
            .map((method) => `M${method}:`)
            .join(', ')}}}\n`,
      )
      .join('')}`;

  test('may be 100,000', async () => {
    const {status, routes} = await run(OPENAPI + paths(1000));
    expect({status, routes: routes.length}).toEqual({status: 0, routes: 100_000});
  });

  test('cannot be more', async () => {
    expect(await run(OPENAPI + paths(1500))).toEqual(
      refused(
        'openapi.yaml:1004:12  more than 100000 operations in `additionalOperations` of all paths\n    remove the methods that the paths do not have\n',
      ),
    );
  });
});

describe('what repeats a path item', () => {
  const repeated = (line: number, column: number) =>
    refused(
      `openapi.yaml:${line}:${column}  more than 100000 operations of path items that \`$ref\`s or aliases repeat\n    write the path items themselves, or fewer paths\n`,
    );
  const methods = (count: number) =>
    `{additionalOperations: {${upTo(count)
      .map((index) => `M${index}:`)
      .join(', ')}}}`;

  test('may add 100,000 operations', async () => {
    const paths = upTo(1001).map((index) => `  /p${index}: {$ref: "#/x-a"}\n`);
    const {status, routes} = await run(`${OPENAPI}x-a: ${methods(100)}\npaths:\n${paths.join('')}`);
    expect({status, routes: routes.length}).toEqual({status: 0, routes: 100_100});
  });

  test.each([
    {by: 'references', item: 'x-a: ', path: '{$ref: "#/x-a"}'},
    {by: 'aliases', item: 'x-a: &a ', path: '*a'},
    {by: 'merge keys', item: 'x-a: &a ', path: '{<<: *a}'},
  ])('cannot add more by $by', async ({item, path: value}) => {
    const paths = upTo(5000).map((index) => `  /p${index}: ${value}\n`);
    expect(await run(`${OPENAPI}${item}${methods(100)}\npaths:\n${paths.join('')}`)).toEqual(
      repeated(1006, 3),
    );
  });
});

describe('a text that is too large to be parsed at once', () => {
  const entries = (line = 1) =>
    `openapi.yaml:${line}:1  more than 2000000 lines and entries of YAML that cannot be read in parts\n    remove errors, anchors and tags, or write it as JSON\n`;
  const invalidJson = (place: string, fault: string) =>
    `openapi.yaml:${place}  invalid JSON: ${fault}\n    fix the syntax here\n`;
  const depth = 'nested more than 1000000 levels deep';
  const large = `"a": "${'a'.repeat(11 * 1024 * 1024)}"`;

  test.each([
    {
      what: 'an endless list in JSON',
      text: '['.repeat(3_000_000),
      stderr: invalidJson('1:1000001', depth),
    },
    {
      what: 'JSON of 1,000,001 levels',
      text: `{"a": ${'['.repeat(1_000_001)}${']'.repeat(1_000_001)},${'1,'.repeat(1e6)}}`,
      stderr: invalidJson('1:1000006', depth),
    },
    {
      what: 'JSON with a comma too much',
      text: `{${large},\n"b": 1,\n}`,
      stderr: invalidJson('3:1', 'expected a key in double quotes'),
    },
    {
      what: 'JSON with two values',
      text: `{${large}}\n {}`,
      stderr: invalidJson('2:2', 'unexpected text after the end'),
    },
    {
      what: 'JSON that ends early',
      text: `{"é": 1, ${large}`,
      stderr: invalidJson('1:11534353', 'expected a comma or a closing bracket'),
    },
    {
      what: 'YAML with a duplicate key in 2,000,001 lines',
      text: 'a:\n'.repeat(2_000_001),
      stderr: entries(),
    },
    {
      what: 'YAML with 500,001 documents',
      text: '---\n'.repeat(500_001),
      stderr: entries(),
    },
    {
      what: 'YAML with a list of 2,000,001 items',
      text: `${OPENAPI}x-a: [${'1,'.repeat(2_000_001)}]\n`,
      stderr: entries(),
    },
    {
      what: 'YAML with a line of more than 10 MiB',
      text: `${OPENAPI}paths:\n  /${'a'.repeat(11 * 1024 * 1024)}: {get: {}}\n`,
      stderr:
        'openapi.yaml:4:1  a line of YAML with more than 10 MiB\n    divide it, or write the description as JSON\n',
    },
    {
      what: 'YAML with 100,001 anchors',
      text: `${OPENAPI}x-a:\n${upTo(100_001)
        .map((index) => `  - &a${index} {}\n`)
        .join('')}`,
      stderr:
        'openapi.yaml:100004:5  invalid YAML: more than 100000 anchors\n    write the values without anchors\n',
    },
  ])('$what', async ({text, stderr}) => {
    expect(await run(text)).toEqual(refused(stderr));
  });

  const many = '{},'.repeat(4_000_000);
  test.each([
    {what: 'tags of an operation', paths: `{"/a": {"get": {"tags": [${many}1]}}}`, column: 6_000_105},
    {what: 'settings', paths: `{"/a": {"get": {"x-apigen": {"a": [${many}1]}}}}`, column: 6_000_114},
    {
      what: 'the target of a `$ref`',
      paths: `{"/a": {"$ref": "#/x-b"}}, "x-b": {"get": {"tags": [${many}1]}}`,
      column: 6_000_129,
    },
  ])('a list of 4,000,001 items in $what', async ({paths, column}) => {
    const text = `{"openapi": "3.2.0", "x-apigen": {"service": {"name": "petstore"}}, "x-a": {"get": {}}, "paths": ${paths}}`;
    expect(await run(text)).toEqual(
      refused(
        `openapi.yaml:1:${column}  more than 4000000 entries in a list, or in JSON that cannot be read in parts\n    remove duplicate keys and what is not needed, or divide the document\n`,
      ),
    );
  });

  test('a list further down in JSON that refers to itself is not read', async () => {
    const text = `{"openapi": "3.2.0", "x-apigen": {"service": {"name": "petstore"}}, "x-a": {"get": {}}, "paths": {"/a": {"$ref": "#/x-a"}}, "x-b": {"a": {"b": {"c": [${many}1]}}}}`;
    const {status, routes, stderr} = await run(text);
    expect({status, routes, stderr}).toEqual({status: 0, routes: ['GET /a'], stderr: ''});
  });

  test('a pointer in JSON through more than 10 levels of the whole document', async () => {
    const text = `{"openapi": "3.2.0", "paths": {"/a": {"$ref": "#/x${'/a'.repeat(20)}"}}, "x": ${'{"a": '.repeat(20)}{"get": {}, "x": "${'a'.repeat(100_000)}"}${'}'.repeat(20)}}`;
    expect(await run(text)).toEqual(
      refused(
        'openapi.yaml:1:1  `$ref`s into the document lead through more than 10 times its size\n    refer to path items in one map, such as `components.pathItems`\n',
      ),
    );
  });

  test('a list in JSON has no entries that are built', async () => {
    expect(await run(`[${'{},'.repeat(1e6)}{}]`)).toEqual(
      refused(
        'openapi.yaml:1:1  not an OpenAPI description: expected a map, found a list\n    begin it with `openapi: 3.1.0`\n',
      ),
    );
  });
});

describe('many problems', () => {
  const ends = (text: string) => [text.split('\n')[0], text.trimEnd().split('\n').at(-1)];

  test('are counted after the first hundred, and errors are printed before warnings', async () => {
    const unknown = upTo(300).map((index) => `  k${index}: 1\n`);
    const {status, stderr} = await run(
      `openapi: 3.2.0\nx-apigen:\n  service: {name: petstore}\n${unknown.join('')}paths: {/a: {get: 5}}\n`,
    );
    expect(status).toBe(1);
    expect(stderr.match(/^openapi.yaml.*$/gm)).toHaveLength(100);
    expect(stderr.split('\n').slice(-4)).toEqual([
      'openapi.yaml:304:19  invalid operation `get` of "/a": expected a map, found 5',
      '    leave it empty (`get:`) or write a map',
      'and 201 more',
      '',
    ]);
  });

  test('may be in one x-apigen', async () => {
    const unknown = upTo(150_000).map((index) => `"k${index}": 1`);
    const {status, stderr} = await run(
      `{"openapi": "3.2.0", "x-apigen": {"service": {"name": "petstore"}, ${unknown.join(', ')}}, "paths": {"/a": {"get": {}}}}`,
    );
    expect(status).toBe(0);
    expect(ends(stderr)).toEqual(['openapi.yaml:1:68  warning: unknown setting "k0"', 'and 149900 more']);
  });

  test('may be of one item that aliases repeat', async () => {
    const paths = upTo(20_000).map((index) => `  /p${index}: *bad\n`);
    const {status, stderr} = await run(`${OPENAPI}x-a: &bad {get: 5}\npaths:\n${paths.join('')}`);
    expect(status).toBe(1);
    expect(ends(stderr)).toEqual([
      'openapi.yaml:3:17  invalid operation `get` of "/p0": expected a map, found 5',
      'and 19900 more',
    ]);
  });
});

describe('a redocly.yaml', () => {
  const runConfig = async (config: string) => {
    write('openapi.yaml', `${OPENAPI}paths: {/a: {get: {}}}\n`);
    let stderr = '';
    const terminal = {
      out: () => undefined,
      error: (text: string) => {
        stderr += text;
      },
      folder,
    };
    const status = await runMeshConfig({config: write('redocly.yaml', config), apis: []}, terminal);
    return {status, stderr: stderr.replaceAll(`${folder}/`, '')};
  };
  const API =
    "plugins: ['@apigen/cli/redocly']\napis: {a: {root: openapi.yaml}}\nextends: [apigen/recommended]\n";
  const expanded =
    'redocly.yaml  more than 1000000 values after its aliases are expanded\n    write the values without YAML aliases (`*name`)\n';
  const nines = (item: string) => Array.from({length: 9}, () => item).join(', ');

  test('that extends a file that extends 101 others is refused', async () => {
    write('x.yaml', `extends: [./y.yaml${', ./y.yaml'.repeat(100)}]\n`);
    expect(await runConfig(API.replace('recommended', 'recommended, ./x.yaml'))).toEqual({
      status: 1,
      stderr:
        'redocly.yaml  x.yaml: too many names in `extends`: expected at most 100, found 101\n    remove names, or extend a file that extends others\n',
    });
  });

  test.each([
    {
      what: 'of aliases that expand without end',
      config: `x-0: &a0 [${nines('1')}]\n${upTo(29)
        .map((index) => `x-${index + 1}: &a${index + 1} [${nines(`*a${index}`)}]\n`)
        .join('')}${API}`,
      stderr: expanded,
    },
    {
      what: 'of more than 4 MiB',
      config: `${API}#${'a'.repeat(4 * 1024 * 1024)}`,
      stderr:
        'redocly.yaml: more than 4 MiB in the configuration\n    name your redocly.yaml with `--config <file>`\n',
    },
    {
      what: 'that extends itself',
      config: `${API.replace('recommended', 'recommended, ./redocly.yaml')}`,
      stderr: 'redocly.yaml  `extends` is circular or nested too deep\n    run `redocly check-config`\n',
    },
    {
      what: 'that extends 101 files',
      config: `${API.replace('recommended', `recommended${', ./x.yaml'.repeat(100)}`)}`,
      stderr:
        'redocly.yaml:3:10  too many names in `extends`: expected at most 100, found 101\n    remove names, or extend a file that extends others\n',
    },
    {
      what: 'with an API that extends 101 files',
      config: API.replace('openapi.yaml', `openapi.yaml, extends: [./x.yaml${', ./x.yaml'.repeat(100)}]`),
      stderr:
        'redocly.yaml:2:7  too many names in `extends`: expected at most 100, found 101\n    remove names, or extend a file that extends others\n',
    },
    {what: 'with a cycle', config: `x-0: &a {b: *a}\n${API}`, stderr: expanded},
    {
      what: 'in YAML that is nested too deep',
      config: `x-0: ${'['.repeat(2000)}${']'.repeat(2000)}\n${API}`,
      stderr:
        'redocly.yaml:1:1005  invalid YAML: nested more than 1000 levels deep\n    reduce the nesting\n',
    },
  ])('$what is refused', async ({config, stderr}) => {
    expect(await runConfig(config)).toEqual({status: 1, stderr});
  });

  test('in JSON may be nested 200,000 levels deep', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const config = `{"x-0": ${deep}, "plugins": ["@apigen/cli/redocly"], "apis": {"a": {"root": "openapi.yaml"}}, "extends": ["apigen/recommended"]}`;
    expect(await runConfig(config)).toEqual({
      status: 0,
      stderr: `apigen: a: wrote a.service-profile.yaml\n`,
    });
  });
});
