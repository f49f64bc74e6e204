import type {Files} from './files.ts';
import type {Case} from './ruleset-cases.ts';

const HEAD = 'openapi: 3.1.0\nx-apigen: {service: {name: pets}}\n';
const yaml = (text: string): Files => ({'a.yaml': `${HEAD}${text}`});

/** Forms of YAML and JSON; Spectral follows neither aliases nor merge keys to where a value is written. */
export const SYNTAX_CASES: readonly Case[] = [
  {
    name: 'a key `__proto__` with a map in YAML, at the root, in a group, in labels and in another file',
    given: {
      'a.yaml':
        'openapi: 3.1.0\nx-apigen:\n  service: {name: pets, __proto__: {port: 1}}\n  labels: {__proto__: {a: b}}\n  __proto__: {disabled: true}\npaths:\n  /a: {get: {}}\n  /b: {$ref: b.yaml}\n',
      'b.yaml': 'get:\n  x-apigen:\n    __proto__:\n      disabled: true\n',
    },
    want: [
      'a.yaml:3:35 warning apigen-unknown-setting',
      'a.yaml:4:22 error apigen-setting-value',
      'a.yaml:4:22 error apigen-setting-value',
      'a.yaml:5:13 warning apigen-unknown-setting',
      'b.yaml:3:15 warning apigen-unknown-setting',
    ],
  },
  {
    name: 'a key `__proto__` with a map in JSON',
    given: {
      'a.json':
        '{"openapi": "3.1.0", "x-apigen": {"service": {"name": "pets"}, "__proto__": {"a": 1}},\n "paths": {"/a": {"get": {"x-apigen": {"__proto__": {}}}}}}',
    },
    want: ['a.json:1:76 warning apigen-unknown-setting', 'a.json:2:52 warning apigen-unknown-setting'],
  },
  {
    name: 'an alias for a value',
    given: yaml('x-t: &t "10"\npaths:\n  /a:\n    x-apigen: {timeouts: {request_timeout: *t}}\n    get:\n'),
    want: ['a.yaml:6:43 error apigen-setting-value'],
  },
  {
    name: 'an alias for a whole x-apigen: at the root, for each use',
    given: yaml(
      'x-x: &x\n  timeouts: {request_timeout: soon}\npaths:\n  /a: {x-apigen: *x, get: {}}\n  /b: {x-apigen: *x, get: {}}\n',
    ),
    want: ['a.yaml:1:1 error apigen-setting-value', 'a.yaml:1:1 error apigen-setting-value'],
  },
  {
    name: 'a merge key, and an alias next to it',
    given: yaml(
      'x-x: &x\n  timeouts: {request_timeout: soon}\npaths:\n  /a: {x-apigen: *x, get: {}}\n  /b:\n    x-apigen:\n      <<: *x\n      disabled: false\n    get: {}\n',
    ),
    want: ['a.yaml:1:1 error apigen-setting-value', 'a.yaml:4:31 error apigen-setting-value'],
  },
  {
    name: 'merge keys of several maps',
    given: yaml(
      'x-x: &x {timeouts: {request_timeout: soon}}\nx-y: &y {disabled: 1, timeouts: 5}\npaths:\n  /b:\n    x-apigen: {<<: [*x, *y]}\n    get: {}\n',
    ),
    want: ['a.yaml:3:38 error apigen-setting-value', 'a.yaml:4:20 error apigen-setting-value'],
  },
  {
    name: 'an alias for an operation and for a path item',
    given: yaml(
      'x-o: &o {x-apigen: {disabled: 1}}\nx-i: &i {x-apigen: {disabled: 2}, get: *o}\npaths:\n  /b: *i\n',
    ),
    want: ['a.yaml:1:1 error apigen-setting-value', 'a.yaml:1:1 error apigen-setting-value'],
  },
  {
    name: 'an anchor and a tag in front of the value',
    given: yaml(
      'paths:\n  /b:\n    x-apigen: {timeouts: {request_timeout: &a "10"}, disabled: !!str yes}\n    get: {}\n',
    ),
    want: ['a.yaml:5:47 error apigen-setting-value', 'a.yaml:5:70 error apigen-setting-value'],
  },
  {
    name: 'keys without a value, in flow and in block style',
    given: yaml(
      'paths:\n  /{a}: {get: , x-apigen: {foo: , bar: }}\n  /{b}:\n    x-apigen:\n      foo:\n      bar:\n    get:\n',
    ),
    want: [
      'a.yaml:1:0 warning apigen-unknown-setting',
      'a.yaml:1:0 warning apigen-unknown-setting',
      'a.yaml:5:8 warning apigen-ambiguous-paths',
      'a.yaml:7:11 warning apigen-unknown-setting',
      'a.yaml:8:11 warning apigen-unknown-setting',
    ],
  },
  {
    name: 'unknown and misplaced keys with values of every kind',
    given: yaml(
      'paths:\n  /a:\n    x-apigen:\n      "foo": 1\n      bar:\n        - 1\n      namespace: shop\n      ? service\n      : name: pets\n    get: {}\n',
    ),
    want: [
      'a.yaml:6:14 warning apigen-unknown-setting',
      'a.yaml:7:11 warning apigen-unknown-setting',
      'a.yaml:9:18 warning apigen-setting-scope',
      'a.yaml:11:1 warning apigen-setting-scope',
    ],
  },
  {
    name: 'maps and lists instead of a value',
    given: yaml(
      'paths:\n  /a:\n    x-apigen:\n      timeouts:\n        request_timeout:\n        - 10\n      disabled: {}\n    get:\n      x-apigen: [1,\n        2]\n',
    ),
    want: [
      'a.yaml:7:25 error apigen-setting-value',
      'a.yaml:9:16 error apigen-setting-value',
      'a.yaml:11:16 error apigen-setting-value',
    ],
  },
  {
    name: 'texts of several lines',
    given: yaml(
      'paths:\n  /a:\n    x-apigen:\n      timeouts:\n        request_timeout: |\n          10\n      disabled: not\n        yet\n    get: {x-apigen: "a\n      map"}\n',
    ),
    want: [
      'a.yaml:7:26 error apigen-setting-value',
      'a.yaml:9:17 error apigen-setting-value',
      'a.yaml:11:21 error apigen-setting-value',
    ],
  },
  {
    name: 'lines that end with CR and LF, and characters of two code units',
    given: {
      'a.yaml':
        'openapi: 3.1.0\r\n# 🐈\r\nx-apigen: {service: {name: "🐈"}}\r\npaths:\r\n  /🐈🐈: {x-apigen: {foo: 1}, get: }\r\n',
    },
    want: ['a.yaml:3:28 error apigen-setting-name', 'a.yaml:5:27 warning apigen-unknown-setting'],
  },
  {
    name: 'a byte order mark',
    given: {
      'a.yaml': '\uFEFFopenapi: 3.1.0\nx-apigen: {service: {name: pets}, foo: 1}\npaths: {/a: {get: }}\n',
    },
    want: ['a.yaml:2:39 warning apigen-unknown-setting'],
  },
  {
    name: 'an x-apigen that is misplaced',
    given: yaml('info:\n  x-apigen: {}\ntags: [{x-apigen: 1}]\npaths:\n  x-apigen: {}\n  /a: {get: }\n'),
    want: [
      'a.yaml:4:12 warning apigen-setting-scope',
      'a.yaml:5:19 warning apigen-setting-scope',
      'a.yaml:7:12 warning apigen-setting-scope',
    ],
  },
  {
    name: 'JSON with escapes in a key',
    given: {
      'a.json':
        '{"openapi": "3.1.0", "x-apigen": {"service": {"name": "pets"}, "f\\u006fo": [1]},\n "paths": {"/a": {\n  "get": {"x-apigen": {"timeouts": {"request_timeout": -1}}}}}}',
    },
    want: ['a.json:1:75 warning apigen-unknown-setting', 'a.json:3:56 error apigen-setting-value'],
  },
  {
    name: 'JSON and YAML that are referred to',
    given: {
      ...yaml('paths:\n  /a: {$ref: "b c.json#/x~1y"}\n  /b: {$ref: sub/d.yaml, x-apigen: {foo: 1}}\n'),
      'b c.json': '{\n"x/y": {"x-apigen":\n  {"disabled": "no", "foo": 1}, "get": {"x-apigen": [1]}}}',
      'sub/d.yaml': 'put: {$ref: ./e.yaml, x-apigen: {namespace: shop}}\n',
      'sub/e.yaml': '{}\n',
    },
    want: [
      'a.yaml:5:42 warning apigen-unknown-setting',
      'b c.json:3:16 error apigen-setting-value',
      'b c.json:3:29 warning apigen-unknown-setting',
      'b c.json:3:53 error apigen-setting-value',
      'sub/e.yaml:1:1 warning apigen-setting-scope',
    ],
  },
];
