import {describe, expect, it} from '@jest/globals';
import {FORMATS, type FormatName, milliseconds} from '../../../plugins/tracer/src/options/formats.ts';

const words = (text: string) => text.split(' ');

const VALUES: readonly {format: FormatName; good: readonly string[]; bad: readonly string[]}[] = [
  {
    format: 'namespace',
    good: ['a', 'tracer', 'a-1', '0', 'a'.repeat(63)],
    bad: ['', '-a', 'a-', 'A', 'a.b', 'a_b', 'a'.repeat(64), 'é'],
  },
  {
    format: 'endpoint',
    good: words('kindA-query:16685 10.0.0.1:1 [::1]:65535 [fd00::a]:4317 tempo.ns.svc.cluster.local.:9095'),
    bad: [
      ...words('tempo :1 a: a:0 a:00 a:65536 a:99999 a:1x a:-1 http://a:1 a:1:2 a_b:80 -a:1 a-:1 a:043'),
      ...words('a..b:1 a..:1 .:1 ::1:80 a:1,b:2 a,b:1'),
      ...['', 'a b:1'],
    ],
  },
  {
    format: 'url',
    good: ['http://127.0.0.1:80', 'https://a.b/c?d'],
    bad: ['', 'a', 'ftp://a', 'http://', 'https:///x', 'http://a b'],
  },
  {
    format: 'duration',
    good: ['90s', '5m', '1h30m', '100ms', '600h', '0h5m', '5m0s', '05m', '999999h'],
    bad: ['', '5', 'm', '-5m', '5 m', '1d', '0s', '0m', '0h0m', '00ms', '1234567h', '1.5h'],
  },
  {format: 'port', good: ['1', '11633', '65535'], bad: ['', '0', '65536', '08', 'x']},
  {format: 'nonempty', good: ['x', ' '], bad: ['']},
];

describe.each(VALUES)('a value of format $format', ({format, good, bad}) => {
  it.each(good)('may be %j', (value) => {
    expect(FORMATS[format].pattern.test(value)).toBe(true);
  });

  it.each([...bad, ...(format === 'nonempty' ? [] : good.map((value) => `${value}\nb`))])(
    'may not be %j',
    (value) => {
      expect(FORMATS[format].pattern.test(value)).toBe(false);
    },
  );
});

it.each([
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['1m500ms', 60_500],
  ['1.5s', 1500],
])('%s has %d milliseconds', (duration, want) => {
  expect(milliseconds(duration)).toBe(want);
});
