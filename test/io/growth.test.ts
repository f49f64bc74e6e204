import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, test} from '@jest/globals';

/** Node, since a single executable cannot load it. */
const STARTER = [`--import=${path.resolve('test/io/file-system-calls.mjs')}`, path.resolve('bin/run.cjs')];

/** Writes descriptions that all refer to one more document, and a configuration with an API for each. */
function writeProject(folder: string, count: number): void {
  const names = Array.from({length: count}, (_, index) => `api${index}`);
  mkdirSync(path.join(folder, 'services'));
  writeFileSync(path.join(folder, 'shared.yaml'), 'get: {}\n');
  for (const name of names)
    writeFileSync(
      path.join(folder, 'services', `${name}.yaml`),
      `openapi: 3.1.0\nx-apigen: {service: {name: ${name}}}\npaths:\n  /pets: {$ref: ../shared.yaml}\n`,
    );
  const apis = names.map((name) => `  ${name}: {root: services/${name}.yaml}\n`);
  writeFileSync(
    path.join(folder, 'redocly.yaml'),
    `decorators: {apigen/service-profile: {output: 'mesh/{api}.yaml'}}\napis:\n${apis.join('')}`,
  );
}

/** How often a run for so many APIs calls the file system with a path of the project. */
function calls(count: number, args: readonly string[]): number {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-growth-')));
  writeProject(folder, count);
  const counted = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-count-'))), 'count');
  const env = {...process.env, NODE_OPTIONS: '', COUNT_FILE: counted};
  execFileSync(process.execPath, [...STARTER, 'mesh', ...args], {cwd: folder, env, stdio: 'pipe'});
  return Number(readFileSync(counted, 'utf8'));
}

describe('calls of the file system', () => {
  test.each([
    {name: 'a configuration', args: ['--config', 'redocly.yaml']},
    {name: 'many descriptions', args: ['-i', 'services/*.yaml', '-o', 'mesh/']},
  ])('are as many for each API of $name, however many there are', ({args}) => {
    const [few, more, most] = [calls(10, args), calls(20, args), calls(90, args)];
    expect(few).toBeGreaterThan(40);
    expect(most - more).toBe(7 * (more - few));
  });
});
