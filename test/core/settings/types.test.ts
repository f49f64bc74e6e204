import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {typeName} from '../../../src/core/base/quote.ts';
import type {ValueType} from '../../../src/core/settings/types/index.ts';
import * as types from '../../../src/core/settings/types/index.ts';

interface TypeCase {
  readonly name: string;
  readonly type: ValueType;
  readonly expected: string;
  /** What the texts of a flag give; several texts are divided by commas. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly wrongFlags?: readonly string[];
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const NOT_DIGITS = ['', ' ', ' 1', '1 ', '1.0', '1e1', '+1', '-1', '0x10', '1_0', '１', 'ten', '10s', '1\n'];
const SCHEME = {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', audiences: ['a']};
const CLIENT = {namespace: 'shop', service_account: 'web'};
const domain = (length: number) => 'a.'.repeat(length).slice(0, length);

const TYPES: readonly TypeCase[] = [
  {
    name: 'boolean',
    type: types.boolean,
    expected: 'true or false',
    flags: {false: false},
    right: [true, false],
    wrong: ['yes', 'true', 1, 0, [], {}],
  },
  {
    name: 'decimal',
    type: types.number({name: 'number', minimum: 0, maximum: 1000}),
    expected: 'a number from 0 to 1000',
    flags: {'0': 0, '0.2': 0.2, '1000.0': 1000},
    wrongFlags: ['', ' ', '.5', '5.', '1e1', '-1', '+1', '0x1', '1000.1', '20%'],
    right: [1000, 0.25, 0, 0.2, 1e3],
    wrong: [-1, 1001, '0', '0%', {}, -0.1, 1000.1, Number.NaN, '0.2'],
  },
  {
    name: 'duration',
    type: types.duration,
    expected: 'a duration from 1s to 60s, such as "10s" or "1500ms"',
    flags: {'10s': '10s'},
    wrongFlags: ['10 s', ' 10s'],
    right: ['1s', '10s', '1.5s', '60s', '1000ms', '60000ms', '59.9s', '1m'],
    wrong: [10, '0.5s', '61s', '60001ms', '2m', '60.1s', '10S', '1m1s', '１s', '0s', '999ms', 's', '1h', ''],
  },
  {
    name: 'backoff',
    type: types.backoff,
    expected: 'a duration above 0, of at most five digits a unit, such as "25ms" or "1m30s"',
    flags: {'25ms': '25ms'},
    wrongFlags: ['25', '25 ms', ' 1s'],
    right: ['25ms', '1s', '1m30s', '99999h', '1h1m1s1ms', '00001s', '0h5s'],
    wrong: [
      1,
      '1',
      '1.5s',
      '250us',
      '100000ms',
      '-1s',
      '',
      '0s',
      '0h0m',
      '1d',
      '1S',
      '1.5s',
      '1h1m1s1ms1ms',
      '123456s',
      '１s',
    ],
  },
  {
    name: 'integer',
    type: types.number({name: 'int32', minimum: 1, maximum: 65_535}),
    expected: 'an integer from 1 to 65535',
    flags: {'1': 1, '080': 80, '65535': 65_535},
    wrongFlags: [...NOT_DIGITS, '0', '65536', '4294967297', '99999999999999999999'],
    right: [2, 1, 65_535],
    wrong: ['1', '1%', {}, 0, 65_536, 1.5, -1],
  },
  {
    name: 'integer with a unit',
    type: types.number({name: 'uint32', minimum: 0, maximum: 4_294_967_295, unit: 'seconds'}),
    expected: 'an integer from 0 to 4294967295 (seconds)',
    flags: {'0': 0, '00010': 10, '4294967295': 4_294_967_295},
    wrongFlags: [...NOT_DIGITS, '4294967296'],
    right: [1, 0, 4_294_967_295],
    wrong: [0.5, '0', '0%', {}, -1, 4_294_967_296, -0.5],
  },
  {
    name: 'timeout',
    type: types.timeout,
    expected: 'a duration such as "500ms" or "1m30s", of at most 9223372036s',
    flags: {'500ms': '500ms', '1m30s': '1m30s'},
    wrongFlags: ['10', '0.5', ' 1s', '１s'],
    right: [
      '0',
      '0s',
      '500ms',
      '1.5s',
      '1h2m3s4ms',
      '250us',
      '1m30s',
      '.5h',
      '1.s',
      '+5s',
      '250\u00b5s',
      '250\u03bcs',
      '1ns',
    ],
    wrong: [5, '5', '-1s', '1 s', '1d', '', '1.5', '-0s', '1S', 's', '.s', '1m30', '5s\n'],
  },
  {
    name: 'DNS label',
    type: types.dnsLabel,
    expected:
      'a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
    flags: {on: 'on', '0x1f': '0x1f', null: 'null', '1': '1'},
    wrongFlags: ['', '-', '-a', 'a-', 'A', 'a.b', 'a_b', 'ä', ' a', 'a ', 'a\n', 'true '],
    right: ['petstore', 'a', '0', 'a-b', 'a--b', 'a'.repeat(63)],
    wrong: ['Pets', 'pets.shop', 'pets_1', '', 'a'.repeat(64), 'a\n', '\na'],
  },
  {
    name: 'DNS subdomain',
    type: types.dnsSubdomain,
    expected: 'a DNS subdomain (DNS labels joined by ".", at most 253 characters)',
    flags: {'cluster.local': 'cluster.local'},
    wrongFlags: ['', '.', 'a.', '.a', 'a..b', 'A.b', 'a_b.c', '-a.b', 'a-.b'],
    right: ['cluster.local', 'local', 'cluster.example.com', `a.${'b'.repeat(63)}`, domain(253)],
    wrong: ['cluster..local', '.local', 'Cluster.local', '', `a.${'b'.repeat(64)}`, domain(255)],
  },
  {
    name: 'the name of an object or none',
    type: types.optionalName,
    expected: 'the name of an object (a DNS subdomain), or an empty string for none',
    flags: {'': '', 'public.example': 'public.example'},
    wrongFlags: ['.', 'a.', '.a', 'a..b', 'A', '-a', ' '],
    right: ['public', 'public.example', '', domain(253)],
    wrong: ['Public', 'public_1', '-public', 'public/infra', domain(255)],
  },
  {
    name: 'hostnames',
    type: types.hostnames,
    expected:
      'a list of at most 16 hostnames (not IP addresses) in lower case such as "api.example.com" or "*.example.com", without schemes and ports',
    flags: {'a.com': ['a.com'], 'a.com,*.b.com': ['a.com', '*.b.com']},
    wrongFlags: ['', 'a.com,', 'A.com', 'a.com:80'],
    right: [
      [],
      ['api.example.com'],
      ['*.example.com', 'localhost'],
      [domain(253)],
      Array.from({length: 16}, (_, index) => `a${index}.com`),
    ],
    wrong: [
      'api.example.com',
      ['https://api.example.com'],
      ['10.0.0.1'],
      ...[[domain(255)], Array.from({length: 17}, (_, index) => `a${index}.com`), ['a.com:443'], ['*']],
      ...[['a.*.com'], ['A.com'], ['-a.com'], ['a..com'], ['[::1]']],
    ],
  },
  {
    name: 'methods that are added',
    type: types.addedMethods,
    expected: 'a list of HEAD and OPTIONS',
    flags: {HEAD: ['HEAD'], 'OPTIONS,HEAD': ['OPTIONS', 'HEAD']},
    wrongFlags: ['', 'head', 'HEAD,', 'GET', '*'],
    right: [[], ['HEAD', 'OPTIONS']],
    wrong: ['HEAD', ['HEADOPTIONS?'], [1], ['head'], ['HEAD', '*']],
  },
  {
    name: 'origins of CORS',
    type: types.corsOrigins,
    expected: 'a list of at most 64 different origins such as "https://app.example.com", or of "*" alone',
    flags: {'*': ['*'], 'https://a.com,http://b.com:80': ['https://a.com', 'http://b.com:80']},
    wrongFlags: ['', 'a.com', 'https://a.com,*', 'https://a.com,https://a.com'],
    right: [
      [],
      ['https://app.example.com', 'http://localhost:3000', 'https://*.example.com', 'https://*'],
      ['*'],
      [`https://${domain(245)}`],
    ],
    wrong: [
      'https://a.com',
      ['https://a.com', '*'],
      ['https://a.com', 'https://a.com'],
      ...[[`https://${domain(247)}`], ['https://a.com:123456'], ['a.com'], ['https://a.com/']],
      ...[['https://a.*.com'], ['null'], ['ftp://a.com'], ['https://']],
    ],
  },
  {
    name: 'methods of CORS',
    type: types.corsMethods,
    expected: 'a list of at most 64 different methods such as GET, or of "*" alone',
    flags: {'GET,PUT': ['GET', 'PUT']},
    wrongFlags: ['', 'get', 'GET,*'],
    right: [[], ['GET', 'PUT', 'OPTIONS'], ['*']],
    wrong: ['GET', ['GET', '*'], ['GET', 'GET'], ['get'], ['QUERY'], ['GET,PUT']],
  },
  {
    name: 'headers of CORS',
    type: types.corsHeaders,
    expected: 'a list of at most 64 different names of headers, or of "*" alone',
    flags: {'X-A,b': ['X-A', 'b']},
    wrongFlags: ['', 'a b', 'a,*'],
    right: [
      [],
      ['Authorization', 'x-request-id'],
      ['*'],
      ['a'.repeat(256)],
      Array.from({length: 64}, (_, n) => `a${n}`),
    ],
    wrong: [
      'Authorization',
      ['Authorization', '*'],
      ['a', 'a'],
      Array.from({length: 65}, (_, n) => `a${n}`),
      ['a b'],
      ['a:'],
      ['a, b'],
      ['a'.repeat(257)],
    ],
  },
  {
    name: 'path prefix',
    type: types.pathPrefix,
    expected: 'a path such as "/api/v1", without "//", of at most 1024 characters',
    flags: {'': '', '/a b': '/a b'},
    wrongFlags: ['//', '/a//b', 'a//', '//a', '\n//'],
    right: ['/', '', 'api', '/api/v1/', '/{x}', '/ä\n'],
    wrong: ['/a//b', '//', `/${'a'.repeat(1024)}`, 1, ['/api'], {}],
  },
  {
    name: 'a pattern of paths',
    type: types.pathPattern,
    expected: 'a pattern of paths, which begins with "/" or "**"',
    flags: {'/a/*': '/a/*', '*': '*'},
    wrongFlags: ['*/a', 'https://x/a', ' /a'],
    right: ['/healthz', '/v1/**', '**/healthz'],
    wrong: ['healthz', '*.json', ''],
  },
  {
    name: 'patterns of paths',
    type: types.pathPatterns,
    expected: 'a list of patterns of paths, which begin with "/" or "**"',
    flags: {'/a,**/b': ['/a', '**/b']},
    wrongFlags: ['a', '/a,b'],
    right: [[], ['/healthz', '**/healthz']],
    wrong: ['/healthz', ['healthz']],
  },
  {
    name: 'probe paths',
    type: types.probePaths,
    expected: 'a list of paths such as "/healthz", which may be empty',
    flags: {'/a,/b': ['/a', '/b']},
    wrongFlags: ['a', '/a,b'],
    right: [[], ['/', '/healthz', '/a/.well-known/b.c', `/${'a'.repeat(1023)}`]],
    wrong: [
      ...['/healthz', ['healthz'], [''], ['//'], ['/a//b'], ['/.'], ['/a/..'], ['/a/../b'], ['/a/./b']],
      ...[
        ['/a?b'],
        ['/a#b'],
        ['/%61'],
        ['/ä'],
        ['/a b'],
        ['/a\n'],
        [`/${'a'.repeat(1024)}`],
        [1],
        [null],
        {},
      ],
    ],
  },
  {
    name: 'label map',
    type: types.labelMap,
    expected: 'a map of strings',
    flags: {
      'team=shop,tier=web': {team: 'shop', tier: 'web'},
      'team=': {team: ''},
      'team=shop,team=web': {team: 'web'},
    },
    wrongFlags: ['', 'team', '=shop', 'team=a=b', 'a b=c', 'tier=web,team'],
    right: [
      {},
      {team: 'shop'},
      {'example.com/Tier_1': 'a.b-C_0'},
      {empty: ''},
      {removed: null},
      {team: 'a'.repeat(63)},
      {['a'.repeat(63)]: 'b'},
      {[`${domain(253)}/c`]: 'd'},
    ],
    wrong: [
      'team',
      ['team'],
      {team: 1},
      {team: 'a b'},
      {'': 'a'},
      {'a/b/c': 'a'},
      {'Example.com/a': 'b'},
      ...[{team: 'a'.repeat(64)}, {['a'.repeat(64)]: 'b'}, {[`${domain(255)}/c`]: 'd'}],
      ...[{team: 'a-'}, {team: '-a'}, {team: 'a\n'}, {'a\n': 'b'}, {'-a/b': 'c'}, {'a b': 'c'}, {'/a': 'b'}],
      ...[{'a/': 'b'}, {team: true}, {team: {}}],
    ],
  },
  {
    name: 'annotation map',
    type: types.annotationMap,
    expected: 'a map of strings',
    flags: {'note=': {note: ''}},
    wrongFlags: ['', 'note', '=a'],
    right: [{}, {note: 'any text:\nof any length'}, {'Example.com/a': ''}, {removed: null}],
    wrong: ['note', ['note'], {note: 1}, {'a b': 'c'}, {'/a': 'b'}],
  },
  {
    name: 'values of parameters',
    type: types.parameterValues,
    expected: 'a map of values',
    flags: {'petId=42,a b=': {petId: '42', 'a b': ''}},
    wrongFlags: ['', 'petId', '=42'],
    right: [{}, {petId: '42'}, {removed: null}, {petId: 42, all: true}],
    wrong: ['42', 42, [42], {petId: [42]}, {petId: {}}, {'': 42}],
  },
  {
    name: 'clients',
    type: types.clients,
    expected:
      'a list of at least one map with `namespace` (a DNS label) and `service_account` (a DNS subdomain)',
    right: [
      [
        {namespace: 'a'.repeat(63), service_account: 'a.b'},
        {service_account: '0', namespace: '0'},
      ],
    ],
    wrong: [
      ...['shop/web', [], {}, ['shop/web'], [null], [{}], [{namespace: 'shop'}], [{service_account: 'web'}]],
      ...[
        {namespace: 'a.b'},
        {namespace: ''},
        {namespace: '*'},
        {service_account: '*'},
        {service_account: 1},
      ].map((wrong) => [{...CLIENT, ...wrong}]),
      [CLIENT, {...CLIENT, serviceAccount: 'web'}],
    ],
  },
  {
    name: 'ports',
    type: types.ports,
    expected: 'a list of at least one integer from 1 to 65535',
    right: [[1, 65_535]],
    wrong: [[], 80, '80', ['80'], [0], [65_536], [80.5], [null], {}],
  },
  {
    name: 'security schemes',
    type: types.securitySchemes,
    expected: 'a map of security schemes',
    right: [
      {},
      {login: SCHEME},
      {
        login: {
          issuer: 'me',
          jwks_uri: 'https://id.example.com/jwks',
          any_audience: true,
          scope_claim: 'scp',
        },
      },
      {key: {enforced_by: 'service'}},
      {'': {enforced_by: 'service'}},
      {login: {...SCHEME, issuer: 'i'.repeat(253), enforced_by: 'gateway'}},
    ],
    wrong: [
      'login',
      [],
      {login: null},
      {login: {issuer: 'https://id.example.com/', jwks_uri: 'https://id.example.com/jwks'}},
      {login: {issuer: 'me', jwks_uri: 'http://id.example.com/jwks', audiences: ['a']}},
      {login: {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', audiences: ['a'], any_audience: true}},
      {key: {enforced_by: 'service', issuer: 'me'}},
      {key: {enforced_by: 'nobody'}},
      {key: {audience: ['a']}},
      ...[
        {login: {}},
        {login: {...SCHEME, issuer: ''}},
        {login: {...SCHEME, issuer: 'urn:a b'}},
        {login: {...SCHEME, issuer: 'i'.repeat(254)}},
      ],
      ...[{login: {...SCHEME, audiences: []}}, {login: {...SCHEME, audiences: ['']}}],
      ...[{login: {...SCHEME, jwks_uri: 'https://'}}, {login: {...SCHEME, any_audience: true}}],
      ...[{login: {...SCHEME, scope_claim: ''}}, {login: {...SCHEME, constructor: 'a'}}],
    ],
  },
  {
    name: 'any text',
    type: types.anyText('file'),
    expected: 'a string',
    flags: {'': '', '1': '1'},
    right: ['a'],
    wrong: [1, true, [], {}],
  },
  {
    name: 'a list of texts',
    type: types.textList('file'),
    expected: 'a list of strings that are not empty',
    flags: {a: ['a'], 'a,b': ['a', 'b']},
    wrongFlags: ['', 'a,'],
    right: [[], ['a'], ['a', 'b']],
    wrong: ['a', [1], ['']],
  },
  {
    name: 'one of a list',
    type: types.oneOf(['yaml', 'json']),
    expected: 'one of yaml, json',
    flags: {json: 'json'},
    wrongFlags: ['xml', '', 'YAML', 'yaml|json'],
    right: ['yaml', 'json'],
    wrong: ['yamljson?', '', 1, true, []],
  },
];

test('no type is missing in the table', () => {
  const tested: readonly unknown[] = TYPES.map(({type}) => type);
  expect(Object.values(types).filter((type) => typeof type === 'object' && !tested.includes(type))).toEqual(
    [],
  );
});

describe.each(TYPES)('$name', (given) => {
  const {type, expected, right, flags = {}, wrongFlags = []} = given;
  const others = [5, true, [1], {a: 1}].filter((value) => typeName(value) !== typeName(right[0]));
  const wrong = [...given.wrong, ...others];
  const fits = (value: unknown) => type.check(value).length === 0;
  const parse = (text: string) => type.flag.parse(text.split(','));

  test(`is ${expected}`, () => {
    const ajv = new Ajv2020({keywords: ['errorMessage'], allowUnionTypes: true});
    const validate = ajv.compile(type.schema('key'));
    expect(type.expected).toBe(expected);
    const values = [...right, ...wrong];
    expect(values.filter(fits)).toEqual(right);
    expect(values.filter((value) => validate(value))).toEqual(right);
    expect([Number.NaN, Number.POSITIVE_INFINITY].filter(fits)).toEqual([]);
  });

  test('by flag', () => {
    const texts = Object.keys(flags);
    expect(texts.map(parse)).toEqual(Object.values(flags));
    expect([...texts, ...wrongFlags].filter((text) => fits(parse(text)))).toEqual(texts);
    const printed = right.map((value) => type.flag.print(value));
    expect(printed.map((written) => type.flag.print(type.flag.parse(written)))).toEqual(printed);
  });
});

test('an annotation that is a number is wrong at its key', () => {
  expect(types.annotationMap.check({note: 1})).toEqual([{at: ['note'], found: 1, expected: 'a string'}]);
});
