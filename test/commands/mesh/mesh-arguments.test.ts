import {describe, expect, test} from '@jest/globals';
import {Parser} from '@oclif/core';
import Mesh from '../../../src/commands/mesh/mesh.ts';
import {quickMeshArguments, readMeshArguments, toTexts} from '../../../src/commands/mesh/mesh-arguments.ts';
import {MESH_FLAGS, type MeshArguments} from '../../../src/commands/mesh/mesh-flags.ts';
import {RUN_OPTIONS, type RunOption} from '../../../src/core/run/options.ts';
import {FLAG_SETTINGS} from '../../../src/core/settings/table.ts';

/** What oclif reads; `undefined` when it refuses. */
async function readByOclif(args: readonly string[]): Promise<MeshArguments | undefined> {
  try {
    const {flags} = await Parser.parse([...args], {flags: Mesh.flags, args: {}, strict: true});
    return toTexts(flags);
  } catch {
    return undefined;
  }
}

/** Flags that others exclude. */
const EXCLUDED = ['check', 'check-cluster', 'config', 'watch'];

/** Every flag with its example, without those that another one excludes. */
const EVERY_FLAG = MESH_FLAGS.filter(({key}) => !EXCLUDED.includes(key)).flatMap(({key, type, example}) =>
  type.flag.valueName === undefined
    ? [`--${key}`]
    : type.flag.print(example).flatMap((text) => [`--${key}`, text]),
);

describe('oclif reads the same from arguments that the quick reader accepts', () => {
  test.each([
    {args: []},
    {args: ['-i', 'a.yaml']},
    {args: ['-ia.yaml']},
    {args: ['-i', '-']},
    {args: ['--in', 'a.yaml', '--service.name', 'x']},
    {args: ['--in=a.yaml', '--service.name=x']},
    {args: ['--in=a=b.yaml']},
    {args: ['--service.name=-x']},
    {args: ['-i', 'a b.yaml', '-o', 'c d.yaml', '--strict', '--allow-empty', '--remote-refs']},
    {args: ['-oout.yaml', '-iin.yaml']},
    {args: ['--strict', '-i', 'true']},
    {args: ['--format', 'json', '--api-version', 'linkerd.io/v1alpha2']},
    {args: ['--format=yaml']},
    {args: ['--strict', '--strict']},
    {args: ['--no-retryable', '--no-response_classes']},
    {args: ['--retryable', '--no-retryable']},
    {args: ['--no-retryable', '--retryable']},
    {args: ['--namespace', 'false']},
    {args: ['--service.port', '080', '--timeouts.request_timeout', '']},
    {args: ['--path.base=']},
    {args: ['--path.base', '']},
    {args: ['--check', 'x.yaml']},
    {args: ['--check-cluster', '-i', 'a.yaml']},
    {args: ['--config', 'redocly.yaml']},
    {args: ['--watch', '-i', 'a.yaml']},
    {args: ['--namespace', 'x y', '--path.base', '/ä/😀']},
    {args: EVERY_FLAG},
    {args: ['--labels', 'a=b', '-i', 'a.yaml', '--labels=c=d', '--labels', 'e=']},
  ])('$args', async ({args}) => {
    const quick = quickMeshArguments(args);
    expect(quick).toBeDefined();
    expect(quick).toEqual(await readByOclif(args));
  });
});

describe('arguments that the quick reader leaves to oclif', () => {
  test.each([
    {args: ['--help']},
    {args: ['-h']},
    {args: ['-i', 'a.yaml', '--help']},
    {args: ['--nope']},
    {args: ['--nope=1']},
    {args: ['-x']},
    {args: ['a.yaml']},
    {args: ['-i']},
    {args: ['-i', 'a.yaml', 'b.yaml']},
    {args: ['-io', 'a.yaml']},
    {args: ['--in']},
    {args: ['--in', '--strict']},
    {args: ['--service.port', '-1']},
    {args: ['--strict=true']},
    {args: ['--retryable=false']},
    {args: ['--no-retryable=false']},
    {args: ['--no-strict']},
    {args: ['--no-in']},
    {args: ['-i=a.yaml']},
    {args: ['--', 'a.yaml']},
    {args: ['-i', 'a.yaml', '--']},
    {args: ['-i', 'a.yaml', '-o', 'b.yaml', '-o', 'c.yaml']},
    {args: ['-o', 'a', '--check', 'b']},
    {args: ['--out=a', '--check=b']},
    {args: ['--IN', 'a.yaml']},
    {args: ['--service', 'x']},
    {args: ['—in', 'a.yaml']},
  ])('$args', ({args}) => {
    expect(quickMeshArguments(args)).toBeUndefined();
  });
});

test('every flag has one name, and maybe one letter', () => {
  const names = MESH_FLAGS.flatMap(({key, char}) => (char === undefined ? [key] : [key, char]));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(Mesh.flags).sort()).toEqual([...MESH_FLAGS.map(({key}) => key), 'help'].sort());
});

describe('the values of arguments', () => {
  test('are the examples of the tables', () => {
    const rows: readonly RunOption[] = RUN_OPTIONS;
    const {settings, run, problems} = readMeshArguments(quickMeshArguments(EVERY_FLAG) ?? {});
    expect(problems).toEqual([]);
    expect(settings).toEqual(Object.fromEntries(FLAG_SETTINGS.map(({key, example}) => [key, example])));
    const given = rows.filter(({flag}) => flag !== undefined && !EXCLUDED.includes(flag));
    expect(run).toEqual(Object.fromEntries(given.map(({key, example}) => [key, example])));
  });

  test('are all checked', () => {
    const {problems} = readMeshArguments({'service.port': ['0'], format: ['xml'], labels: ['a=b', 'c']});
    expect(problems.map(({flag, message, hint}) => [flag, message, hint])).toEqual([
      ['format', 'invalid `format` "xml": expected one of yaml, json', 'for example `--format json`'],
      ['labels', 'invalid `labels` "c": expected key=value', 'for example `--labels team=shop`'],
      [
        'service.port',
        'invalid `service.port` 0: expected an integer from 1 to 65535',
        'for example `--service.port 8080`',
      ],
    ]);
  });
});
