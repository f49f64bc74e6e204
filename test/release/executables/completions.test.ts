import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {COMPLETIONS, fillFolder} from '../../completion-cases.ts';
import {offeredBy} from '../../completion-shells.ts';
import {RELEASED} from '../released.ts';

let folder: string;

beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'completions-')), 'project');
  await fillFolder(folder);
});

afterAll(() => rm(path.dirname(folder), {recursive: true}));

/** The lines of the table, and those of `apigen tracer` without `apigen`. */
const LINES = [
  ...COMPLETIONS,
  ...COMPLETIONS.filter(([line]) => /^apigen tracer \w/.test(line)).map(
    ([line, offered]) => [line.replace('apigen ', ''), offered] as const,
  ),
];

const EXECUTABLES = path.join(RELEASED, 'executables');
const PATH = [
  ...['apigen', 'tracer'].map((name) => path.join(EXECUTABLES, `${name}_linux_amd64`)),
  process.env.PATH,
].join(':');

const script = (name: string, file: string) => path.join(EXECUTABLES, `${name}_extras`, 'completions', file);

describe('the completions', () => {
  it.each(LINES)('fish: %s', async (line, offered) => {
    const [name = ''] = line.split(' ');
    const setup = `cat '${script(name, `${name}.fish`)}'`;
    expect(await offeredBy('fish', setup, line, {folder, PATH})).toEqual(offered);
  });

  it.each(LINES)('bash: %s', async (line, offered) => {
    const [name = ''] = line.split(' ');
    const setup = `source '${script(name, `${name}.bash`)}'`;
    expect(await offeredBy('bash', setup, line, {folder, PATH})).toEqual(offered);
  });

  it.each(LINES)('zsh: %s', async (line, offered) => {
    const [name = ''] = line.split(' ');
    const setup = `source '${script(name, `_${name}`)}'`;
    expect(await offeredBy('zsh', setup, line, {folder, PATH})).toEqual(offered);
  });
});
