import {describe, expect, test} from '@jest/globals';
import {Parser} from '@oclif/core';
import Mesh from '../../src/commands/mesh.ts';
import {quickMeshArguments} from '../../src/commands/mesh-arguments.ts';
import {MESH_OPTIONS} from '../../src/commands/mesh-options.ts';

/** What oclif reads, without the flags that were not given; `undefined` when it refuses. */
async function readByOclif(args: readonly string[]): Promise<Record<string, unknown> | undefined> {
  try {
    const {flags} = await Parser.parse([...args], {flags: Mesh.flags, args: {}, strict: true});
    return onlyGiven(flags);
  } catch {
    return undefined;
  }
}

function onlyGiven(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).filter(([, value]) => value !== undefined && value !== false),
  );
}

const alone = ['check', 'config'];
const everyFlag = MESH_OPTIONS.filter(({name}) => !alone.includes(name)).flatMap(
  ({name, takesValue, choices}) => (takesValue ? [`--${name}`, choices?.at(-1) ?? 'a'] : [`--${name}`]),
);

describe('arguments that the quick reader takes are read by oclif alike', () => {
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
    {args: ['--service.port', '080', '--timeouts.request_timeout', '']},
    {args: ['--path.base=']},
    {args: ['--path.base', '']},
    {args: ['--check', 'x.yaml']},
    {args: ['--config', 'redocly.yaml']},
    {args: ['--namespace', 'x y', '--path.base', '/ä/😀']},
    {args: everyFlag},
  ])('$args', async ({args}) => {
    const quick = quickMeshArguments(args);
    expect(quick).toBeDefined();
    expect(onlyGiven(quick ?? {})).toEqual(await readByOclif(args));
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
    {args: ['--no-strict']},
    {args: ['-i=a.yaml']},
    {args: ['--', 'a.yaml']},
    {args: ['-i', 'a.yaml', '--']},
    {args: ['-i', 'a.yaml', '-i', 'b.yaml']},
    {args: ['--strict', '--strict']},
    {args: ['--format', 'xml']},
    {args: ['--format=']},
    {args: ['--api-version', 'v1']},
    {args: ['-o', 'a', '--check', 'b']},
    {args: ['--out=a', '--check=b']},
    {args: ['--IN', 'a.yaml']},
    {args: ['--service', 'x']},
    {args: ['—in', 'a.yaml']},
  ])('$args', ({args}) => {
    expect(quickMeshArguments(args)).toBeUndefined();
  });
});

test('the tables hold every flag once, by name and by letter', () => {
  const names = MESH_OPTIONS.flatMap(({name, char}) => (char === undefined ? [name] : [name, char]));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(Mesh.flags).sort()).toEqual([...MESH_OPTIONS.map(({name}) => name), 'help'].sort());
});
