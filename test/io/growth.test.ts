import {mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {startCli} from '../start-cli.ts';

const COUNTER = path.resolve('test/io/file-system-calls.mjs');

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
async function calls(count: number, args: readonly string[]): Promise<number> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-growth-')));
  writeProject(folder, count);
  const counted = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-count-'))), 'count');
  const env = {NODE_OPTIONS: `--import=${COUNTER}`, COUNT_FILE: counted};
  const {status, stderr} = await startCli(['mesh', ...args], {cwd: folder, env});
  if (status !== 0) throw new Error(stderr);
  return Number(readFileSync(counted, 'utf8'));
}

describe('calls of the file system', () => {
  test.each([
    {name: 'a configuration', args: ['--config', 'redocly.yaml']},
    {name: 'many descriptions', args: ['-i', 'services/*.yaml', '-o', 'mesh/']},
  ])('are as many for each API of $name, however many there are', async ({args}) => {
    const [few, more, most] = [await calls(10, args), await calls(20, args), await calls(90, args)];
    expect(few).toBeGreaterThan(40);
    expect(most - more).toBe(7 * (more - few));
  });
});
