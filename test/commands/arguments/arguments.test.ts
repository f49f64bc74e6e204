import {expect, test} from '@jest/globals';
import {readArguments, readLine, retyped} from '../../../src/commands/arguments/arguments.ts';
import {MESH_FLAGS} from '../../../src/commands/arguments/flags.ts';
import Mesh from '../../../src/commands/mesh/mesh.ts';
import {MESH_COMMAND} from '../../../src/commands/mesh/run-mesh.ts';
import {RUN_OPTIONS, type RunOption} from '../../../src/core/options/options.ts';
import {FLAG_SETTINGS} from '../../../src/core/settings/table.ts';

/** Flags that others exclude. */
const EXCLUDED = ['check', 'config', 'merge', 'watch', 'timeouts.request'];

/** Every flag with its example, without those that another one excludes. */
const EVERY_FLAG = MESH_FLAGS.filter(({key}) => !EXCLUDED.includes(key)).flatMap(({key, type, example}) =>
  type.flag.valueName === undefined
    ? [`--${key}`]
    : type.flag.print(example).flatMap((text) => [`--${key}`, text]),
);

test.each([
  {args: ['-i', 'a.yaml', '-'], given: {in: ['a.yaml']}, words: ['-']},
  {args: ['-ia.yaml', '-o=b', '--in=c d.yaml'], given: {in: ['a.yaml', 'c d.yaml'], out: ['b']}},
  {args: ['a', '--', '--strict'], given: {}, words: ['a', '--strict']},
  {args: ['--service.port', '-1', '--path.base='], given: {'service.port': ['-1'], 'path.base': ['']}},
  {args: ['--retryable', '--no-retryable'], given: {retryable: ['false']}},
  {
    args: ['--gateway-api=1.7', '--no-response-classes', '--keep_going'],
    given: {gateway_api: ['1.7'], response_classes: ['false'], 'keep-going': []},
  },
  {args: ['file:///a%20b.yaml', '-ifile:///c'], given: {in: ['/c']}, words: ['/a b.yaml']},
  {args: ['file://host/a.yaml', 'file:a'], given: {}, words: ['file://host/a.yaml', 'file:a']},
  {args: ['--config', 'c', '--check', 'pets'], given: {config: ['c'], check: ['']}, words: ['pets']},
])('a command line $args', ({args, given, words = []}) => {
  expect(readLine(args, MESH_COMMAND)).toEqual({given, words, problems: []});
});

test('a command line is typed again for another command', () => {
  const line = readLine(['-i', 'a b.yaml', '-o', 'c', '--no-retryable', '--only-described'], MESH_COMMAND);
  const typed = "apigen apply -i 'a b.yaml' --retryable=false --only-described";
  expect(retyped('apply', line, ['out'])).toBe(typed);
});

test('every flag has one name, and maybe one letter', () => {
  const names = MESH_FLAGS.flatMap(({key, char}) => (char === undefined ? [key] : [key, char]));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(Mesh.flags).sort()).toEqual([...MESH_FLAGS.map(({key}) => key), 'help'].sort());
});

test('the values of arguments are the examples of the tables', () => {
  const rows: readonly RunOption[] = RUN_OPTIONS;
  const {settings, run, problems} = readArguments(readLine(EVERY_FLAG, MESH_COMMAND).given);
  expect(problems).toEqual([]);
  const rowsOfSettings = FLAG_SETTINGS.filter(({key}) => !EXCLUDED.includes(key));
  expect(settings).toEqual(Object.fromEntries(rowsOfSettings.map(({key, example}) => [key, example])));
  const given = rows.filter(({flag}) => flag !== undefined && !EXCLUDED.includes(flag));
  expect(run).toEqual(Object.fromEntries(given.map(({key, example}) => [key, example])));
});
