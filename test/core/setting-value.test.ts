import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {readExtension} from '../../src/core/extension.ts';
import {readFlags} from '../../src/core/flag-values.ts';
import {quote} from '../../src/core/problem.ts';
import {SETTINGS, type Setting, settingsSchema} from '../../src/index.ts';

const LABEL =
  'a DNS label: at most 63 lower-case letters, digits and "-", with a letter or digit at both ends';
/** The words of each rule, written out by hand. */
const RULES: Readonly<Record<string, string>> = {
  namespace: LABEL,
  'service.name': LABEL,
  'service.namespace': LABEL,
  'service.port': 'a whole number from 1 to 65535 (int32)',
  'cluster.cluster_domain':
    'a DNS domain: labels of at most 63 lower-case letters, digits and "-", joined by ".", at most 253 characters in all',
  'path.base': 'a path such as "/api/v1", without "//"',
  'timeouts.request_timeout': 'a whole number from 0 to 4294967295 (uint32, seconds)',
  disabled: 'true or false',
};

const longDomain = Array.from({length: 5}, () => 'a'.repeat(50)).join('.');
const wrongLabels = ['', '-', '-a', 'a-', 'A', 'a.b', 'a_b', 'ä', ' a', 'a ', 'a\n', 'a'.repeat(64), 'true '];
const wrongNumbers = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1.0',
  '1e1',
  '+1',
  '-1',
  '0x10',
  '1_0',
  '１',
  'ten',
  '10s',
  'NaN',
  '1\n',
];

const WRONG_TEXTS: Readonly<Record<string, readonly string[]>> = {
  namespace: wrongLabels,
  'service.name': wrongLabels,
  'service.namespace': wrongLabels,
  'service.port': [...wrongNumbers, '0', '65536', '4294967297', '99999999999999999999'],
  'cluster.cluster_domain': [
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'A.b',
    'a_b.c',
    '-a.b',
    `${longDomain}`,
    `a.${'b'.repeat(64)}`,
  ],
  'path.base': ['//', '/a//b', 'a//', '//a'],
  'timeouts.request_timeout': [...wrongNumbers, '4294967296', '99999999999999999999'],
};

const RIGHT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  namespace: ['a', '0', 'on', 'a-b', 'a'.repeat(63)],
  'service.name': ['a', '0x1f', 'a--b', 'a'.repeat(63)],
  'service.namespace': ['null', 'true', '1'],
  'service.port': ['1', '080', '65535'],
  'cluster.cluster_domain': ['a', 'cluster.local', `${'a'.repeat(63)}.b`],
  'path.base': ['', '/', 'a', '/a/', '/a b', '/{x}', '/ä\n'],
  'timeouts.request_timeout': ['0', '00010', '4294967295'],
};

const rows: readonly Setting[] = SETTINGS;
const WRONG_TYPES = [true, [], {}, ['a'], {a: 1}, Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1, 4294967296];
const location = {uri: 'file:///openapi.yaml', pointer: '/x-apigen'};

function nested(key: string, value: unknown): unknown {
  return key.split('.').reduceRight<unknown>((inner, name) => ({[name]: inner}), value);
}

test('every setting has a rule here', () => {
  expect(Object.keys(RULES)).toEqual(rows.map(({key}) => key));
});

const flags = rows.filter(({flag}) => flag);
const wrongFlags = flags.flatMap(({key}) => (WRONG_TEXTS[key] ?? []).map((text) => ({key, text})));

describe('a flag is refused', () => {
  test.each(wrongFlags)('--$key=$text', ({key, text}) => {
    const {values, problems} = readFlags({[key]: text});
    expect(values).toEqual({});
    expect(problems).toMatchObject([
      {severity: 'error', flag: key, message: `\`${key}\` must be ${RULES[key]}, but it is ${quote(text)}`},
    ]);
  });
});

describe('a flag is taken', () => {
  test.each(flags.flatMap(({key, type}) => (RIGHT_TEXTS[key] ?? []).map((text) => ({key, type, text}))))(
    '--$key=$text',
    ({key, type, text}) => {
      expect(readFlags({[key]: text})).toEqual({
        values: {[key]: type === 'string' ? text : Number(text)},
        problems: [],
      });
    },
  );
});

const validate = new Ajv2020({strict: false}).compile(settingsSchema());

/** Every value of a wrong type or range for each setting: what another type would take is left out. */
const wrongValues = rows.flatMap(({key, type}) => [
  ...WRONG_TYPES.filter((value) => typeof value !== type).map((value) => ({key, value})),
  ...(type === 'string' ? (WRONG_TEXTS[key] ?? []) : ['10', '', 'true']).map((value) => ({key, value})),
  ...(type === 'int32' ? [0, 65536, -0.5] : type === 'uint32' ? [-0.5, 1e10] : [0, 1]).map((value) => ({
    key,
    value,
  })),
]);

describe('a value in x-apigen is refused, by the generator and by the schema', () => {
  test.each(wrongValues)('$key: $value', ({key, value}) => {
    const {values, problems} = readExtension(nested(key, value), 'root', location);
    expect(values).toEqual({});
    expect(problems).toMatchObject([
      {
        severity: 'error',
        location: {pointer: `/x-apigen/${key.replaceAll('.', '/')}`},
        message: `\`${key}\` must be ${RULES[key]}, but it is ${quote(value)}`,
      },
    ]);
    // JSON has no NaN and no infinity for a schema to judge.
    if (typeof value !== 'number' || Number.isFinite(value)) expect(validate(nested(key, value))).toBe(false);
  });
});

describe('a value in x-apigen is taken, by the generator and by the schema', () => {
  const right = rows.flatMap(({key, type}) =>
    [null, ...(RIGHT_TEXTS[key] ?? ['true', 'false'])].map((text) => ({
      key,
      value: text === null || type === 'string' ? text : type === 'boolean' ? text === 'true' : Number(text),
    })),
  );

  test.each(right)('$key: $value', ({key, value}) => {
    const {values, problems} = readExtension(nested(key, value), 'root', location);
    expect({values, problems}).toEqual({values: value === null ? {} : {[key]: value}, problems: []});
    expect(validate(nested(key, value))).toBe(true);
  });
});
