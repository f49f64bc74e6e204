import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {AccessLog} from '../../../src/io/log/access-log.ts';

/** `# format`, a line in it, and the request that is read from the line after `=>`; `␍` is CR. */
const FORMATS = readFileSync(path.join(import.meta.dirname, 'access-log.txt'), 'utf8')
  .split('\n\n')
  .map((part) => part.trimEnd().replaceAll('␍', '\r').split('\n'));

test.each(FORMATS)('%s', (_, line = '', want = '') => {
  const [, method, path, host, status, milliseconds, cut] =
    /^=> (\S+) (\S+)(?: of (\S+))?(?: status (\d+))?(?: (\S+) ms)?( cut)?$/.exec(want) ?? [];
  const log = new AccessLog();
  const {field, milliseconds: found, ...read} = log.read(line) ?? {};
  const {factor = 1} = log.units().find((one) => one.field === field) ?? {};
  expect({...read, ...(found !== undefined && {milliseconds: found * factor})}).toStrictEqual({
    method,
    path,
    ...(host !== undefined && {host}),
    ...(milliseconds !== undefined && {milliseconds: Number(milliseconds)}),
    ...(status !== undefined && {status: Number(status)}),
    ...(cut && {isCut: true}),
    ...(!line.includes('"') && {isListed: true}),
  });
});

test.each([
  '',
  'GET',
  'GET /a b',
  'release 2.1',
  'GET /a HTTP/1.1 200',
  '[   0.001065s]  INFO ThreadId(01) linkerd2_proxy: release 2.1',
  '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "-" 408 -',
  '2024-01-01T00:00:00Z INFO starting "server ready"',
  'level=info msg="GET /a and more"',
  'response {"method":"GET"} of "/a"',
  // A TCP connection in Envoy's formats.
  '[2016-04-15T20:17:00.310Z] "- - -" 0 - 154 0 226 - "-" "-" "-" "-" "10.0.2.1:80"',
  '{"method":null,"path":null,"duration":3}',
  '{"method":"-","path":"-"}',
  '{"method":"GET"}',
  '{"method":"GET","path":["/"]}',
  '{"method":"GET","path":""}',
  '{"method":"GET","path":"/"',
  '{}',
  '{"log":"release 2.1","stream":"stdout"}',
  '{"message":{"log":"GET /a"}}',
  '{"request":"\\u0016\\u0003","status":"400"}',
  '"GET" /a',
  '\u0000'.repeat(5),
])('not a request: %j', (line) => {
  expect(new AccessLog().read(line)).toBeUndefined();
});

/** Lines of a log, and what the last is read as. */
test.each<[string, readonly string[], number | undefined, string | undefined]>([
  ['three digits in each line', ['7.512', '"7.000"', '0.250'], 250, 'duration:s'],
  ['three digits in some lines', ['7.512', '7', '0.250'], 0.25, 'duration:ms'],
  ['three digits in all lines but the last', [...Array(2000).fill('7.512'), '7'], 7, 'duration:ms'],
  ['more digits', ['7.5123', '0.250'], 0.25, 'duration:ms'],
  ['no number', ['"-"', '"-"'], undefined, undefined],
  ['units in the log', ['"1s"', '"250ms"'], 250, undefined],
  ['fields that only Envoy has', ['12,"response_code":200', '250,"response_code":200'], 250, undefined],
  ['three digits and fields of Envoy', ['"7.512","response_flags":"-"', '"0.250"'], 250, 'duration:s'],
  ['what is certain', ['12,"request_time":0.1', '12,"total_ns":250000000'], 250, undefined],
])('the unit of %s', (_, durations, milliseconds, guess) => {
  const lines = durations.map((duration) => `{"method":"GET","path":"/","duration":${duration}}`);
  const log = new AccessLog();
  const last = lines.map((line) => log.read(line)).at(-1);
  const [{field = '', unit = '', factor = 1, isSure = false} = {}] = log.units();
  const read = last?.milliseconds && last.milliseconds * (last.field === undefined ? 1 : factor);
  expect([read, field && !isSure ? `${field}:${unit}` : undefined]).toEqual([milliseconds, guess]);
});

/** Numbers at the end of lines, and their unit. */
test.each([
  [['1', '120'], 's'],
  [['57', '35123'], 'us'],
  [['120', ...Array(2000).fill('2')], 's'],
  [[...Array(1000).fill('1'), ...Array(1000).fill('35123')], 'us'],
  [[...Array(2000).fill('99'), '86400'], 's'],
])('the unit at the end of lines', (numbers, unit) => {
  const log = new AccessLog();
  for (const number of numbers) log.read(`::1 - - [x] "GET / HTTP/1.1" 200 5 ${number}`);
  expect(log.units()[0]?.unit).toBe(unit);
});

test('a long line is read in proportion to its length', () => {
  const lines = [
    '"GET '.repeat(20_000),
    `"GET /${'a'.repeat(100_000)}`,
    `${' '.repeat(100_000)}x`,
    '"a b'.repeat(20_000),
    '"GET a:'.repeat(20_000),
    `"GET ${'a'.repeat(100_000)}`,
    '{'.repeat(100_000),
    `{"method":"-","path":"/${' '.repeat(100_000)}"}`,
    `"GET /${' '.repeat(100_000)}`,
    `x ${'[2016-04-15T'.repeat(10_000)}`,
  ];
  expect(lines.flatMap((line) => new AccessLog().read(line) ?? [])).toEqual([]);
});
