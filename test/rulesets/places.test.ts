import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import ruleset from '../../rulesets/index.ts';
import {runMeshArguments} from '../../src/commands/run-mesh.ts';
import {type Files, lint} from './lint-text.ts';

interface Case {
  readonly name: string;
  /** The first file is the description. */
  readonly given: Files;
  /** `file:line:column` of each finding. */
  readonly want: readonly string[];
}

const HEAD = 'openapi: 3.1.0\nx-apigen: {service: {name: pets}}\n';
const yaml = (text: string): Files => ({'a.yaml': `${HEAD}${text}`});

const CASES: readonly Case[] = [
  {
    name: 'an alias for a value',
    given: yaml('x-t: &t "10"\npaths:\n  /a:\n    x-apigen: {timeouts: {request_timeout: *t}}\n    get:\n'),
    want: ['a.yaml:6:44'],
  },
  {
    name: 'an alias for a whole x-apigen: where the value is written, once',
    given: yaml(
      'x-x: &x\n  timeouts: {request_timeout: soon}\npaths:\n  /a: {x-apigen: *x, get: {}}\n  /b: {x-apigen: *x, get: {}}\n',
    ),
    want: ['a.yaml:4:31'],
  },
  {
    name: 'a merge key, and an alias beside it',
    given: yaml(
      'x-x: &x\n  timeouts: {request_timeout: soon}\npaths:\n  /a: {x-apigen: *x, get: {}}\n  /b:\n    x-apigen:\n      <<: *x\n      disabled: false\n    get: {}\n',
    ),
    want: ['a.yaml:4:31'],
  },
  {
    name: 'merge keys of several maps',
    given: yaml(
      'x-x: &x {timeouts: {request_timeout: soon}}\nx-y: &y {disabled: 1, timeouts: 5}\npaths:\n  /b:\n    x-apigen: {<<: [*x, *y]}\n    get: {}\n',
    ),
    want: ['a.yaml:3:38', 'a.yaml:4:20'],
  },
  {
    name: 'an alias for an operation and for a path item',
    given: yaml(
      'x-o: &o {x-apigen: {disabled: 1}}\nx-i: &i {x-apigen: {disabled: 2}, get: *o}\npaths:\n  /b: *i\n',
    ),
    want: ['a.yaml:3:31', 'a.yaml:4:31'],
  },
  {
    name: 'an anchor and a tag in front of the value',
    given: yaml(
      'paths:\n  /b:\n    x-apigen: {timeouts: {request_timeout: &a "10"}, disabled: !!str yes}\n    get: {}\n',
    ),
    want: ['a.yaml:5:47', 'a.yaml:5:70'],
  },
  {
    name: 'keys without a value, in flow and in block style',
    given: yaml(
      'paths:\n  /{a}: {get: , x-apigen: {foo: , bar: }}\n  /{b}:\n    x-apigen:\n      foo:\n      bar:\n    get:\n',
    ),
    want: ['a.yaml:4:28', 'a.yaml:4:35', 'a.yaml:5:3', 'a.yaml:7:7', 'a.yaml:8:7'],
  },
  {
    name: 'unknown and misplaced keys with values of every kind',
    given: yaml(
      'paths:\n  /a:\n    x-apigen:\n      "foo": 1\n      bar:\n        - 1\n      namespace: shop\n      ? service\n      : name: pets\n    get: {}\n',
    ),
    want: ['a.yaml:6:7', 'a.yaml:7:7', 'a.yaml:9:7', 'a.yaml:11:9'],
  },
  {
    name: 'maps and lists instead of a value',
    given: yaml(
      'paths:\n  /a:\n    x-apigen:\n      timeouts:\n        request_timeout:\n        - 10\n      disabled: {}\n    get:\n      x-apigen: [1,\n        2]\n',
    ),
    want: ['a.yaml:8:9', 'a.yaml:9:17', 'a.yaml:11:17'],
  },
  {
    name: 'texts of several lines',
    given: yaml(
      'paths:\n  /a:\n    x-apigen:\n      timeouts:\n        request_timeout: |\n          10\n      disabled: not\n        yet\n    get: {x-apigen: "a\n      map"}\n',
    ),
    want: ['a.yaml:7:26', 'a.yaml:9:17', 'a.yaml:11:21'],
  },
  {
    name: 'lines that end with CR and LF, and characters of two code units',
    given: {
      'a.yaml':
        'openapi: 3.1.0\r\n# 🐈\r\nx-apigen: {service: {name: "🐈"}}\r\npaths:\r\n  /🐈🐈: {x-apigen: {foo: 1}, get: }\r\n',
    },
    want: ['a.yaml:3:28', 'a.yaml:5:22'],
  },
  {
    name: 'a byte order mark',
    given: {
      'a.yaml': '\uFEFFopenapi: 3.1.0\nx-apigen: {service: {name: pets}, foo: 1}\npaths: {/a: {get: }}\n',
    },
    want: ['a.yaml:2:35'],
  },
  {
    name: 'an x-apigen that is misplaced',
    given: yaml('info:\n  x-apigen: {}\ntags: [{x-apigen: 1}]\npaths:\n  x-apigen: {}\n  /a: {get: }\n'),
    want: ['a.yaml:4:3', 'a.yaml:5:9', 'a.yaml:7:3'],
  },
  {
    name: 'JSON with escapes in a key',
    given: {
      'a.json':
        '{"openapi": "3.1.0", "x-apigen": {"service": {"name": "pets"}, "f\\u006fo": [1]},\n "paths": {"/a": {\n  "get": {"x-apigen": {"timeouts": {"request_timeout": -1}}}}}}',
    },
    want: ['a.json:1:64', 'a.json:3:56'],
  },
  {
    name: 'JSON and YAML that are referred to',
    given: {
      ...yaml('paths:\n  /a: {$ref: "b c.json#/x~1y"}\n  /b: {$ref: sub/d.yaml, x-apigen: {foo: 1}}\n'),
      'b c.json': '{\n"x/y": {"x-apigen":\n  {"disabled": "no", "foo": 1}, "get": {"x-apigen": [1]}}}',
      'sub/d.yaml': 'put: {$ref: ./e.yaml, x-apigen: {namespace: shop}}\n',
      'sub/e.yaml': '{}\n',
    },
    want: ['a.yaml:5:37', 'b c.json:3:16', 'b c.json:3:22', 'b c.json:3:53', 'sub/d.yaml:1:34'],
  },
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-places-'));
});
afterAll(() => rmSync(folder, {recursive: true}));

/** `file:line:column words` of what `apigen mesh` says, its hint included. */
async function meshPlaces(files: Files): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
    writeFileSync(path.join(folder, name), text);
  }
  const said: string[] = [];
  const [description = ''] = Object.keys(files);
  const terminal = {out: () => undefined, error: (part: string) => said.push(part), folder};
  await runMeshArguments({in: path.join(folder, description)}, terminal);
  return [...said.join('').matchAll(/^(.+?:\d+:\d+) {2}(?:warning: )?(.*)\n {4}(.*)$/gm)].map(
    ([, place = '', message, hint]) => `${path.relative(folder, place)} ${message}; ${hint}`,
  );
}

describe('Spectral shows at the place where apigen mesh shows it', () => {
  it.each(CASES)('$name', async ({given, want}) => {
    const findings = await lint(given, ruleset);
    const placeOf = (finding: string) => finding.replace(/ \w+ \S+$/, '');
    expect(findings.map(([finding]) => placeOf(finding))).toEqual(want);
    const shown = findings.map(([finding, words]) => `${placeOf(finding)} ${words}`);
    expect(shown).toEqual(await meshPlaces(given));
  });
});
