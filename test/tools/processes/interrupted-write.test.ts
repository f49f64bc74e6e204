import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {expect, test} from '@jest/globals';
import {cliProgram, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const NAMES = Array.from({length: 100}, (_, index) => `api${index}`);
const ARGS = ['mesh', '--config', 'redocly.yaml'];
const OLD = 'an older output\n';

/** A configuration with many APIs, the outputs of which exist. */
function project(): string {
  const folder = folderWith();
  const apis = NAMES.map((name) => `  ${name}: {root: openapi.yaml}\n`);
  writeFileSync(
    path.join(folder, 'redocly.yaml'),
    `decorators: {apigen/service-profile: {output: 'mesh/{api}.yaml'}}\napis:\n${apis.join('')}`,
  );
  writeFileSync(
    path.join(folder, 'openapi.yaml'),
    'openapi: 3.1.0\nx-apigen: {service: {name: pets}}\npaths: {/pets: {get: {}}}\n',
  );
  mkdirSync(path.join(folder, 'mesh'));
  for (const name of NAMES) writeFileSync(path.join(folder, 'mesh', `${name}.yaml`), OLD);
  return folder;
}

function temporaryFiles(folder: string): string[] {
  return readdirSync(path.join(folder, 'mesh')).filter((name) => name.endsWith('.tmp'));
}

function outputs(folder: string): Set<string> {
  return new Set(NAMES.map((name) => readFileSync(path.join(folder, 'mesh', `${name}.yaml`), 'utf8')));
}

test.each(['SIGTERM', 'SIGKILL'] as const)('a run that is ended while it writes by %s', async (signal) => {
  const folder = project();
  const [program, ...first] = cliProgram();
  const child = spawn(program, [...first, ...ARGS], {cwd: folder, stdio: 'ignore'});
  const ended = once(child, 'exit');
  while (child.exitCode === null && temporaryFiles(folder).length === 0) await setImmediate();
  child.kill(signal);
  // On a busy machine the run may be over before it gets the signal.
  expect([
    [null, signal],
    [0, null],
  ]).toContainEqual(await ended);
  const interrupted = outputs(folder);
  if (signal === 'SIGTERM') expect(temporaryFiles(folder)).toEqual([]);

  expect(await runCli(ARGS, {cwd: folder})).toMatchObject({status: 0});
  const complete = outputs(folder);
  expect([...complete]).toEqual([expect.stringMatching(/^---\napiVersion: .*name: GET \/pets\n$/s)]);
  expect([...interrupted].filter((text) => text !== OLD && !complete.has(text))).toEqual([]);
});
