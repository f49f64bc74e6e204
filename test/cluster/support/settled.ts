import {cpSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect} from '@jest/globals';
import {parseAllDocuments} from 'yaml';
import type {JsonMap} from '../../../src/core/base/json.ts';
import {resourceId, resourceOf} from '../../../src/core/kubernetes/resource.ts';
import type {GoldenCase} from '../../golden-cases.ts';
import {configOf} from '../../golden-config.ts';
import type {Finished} from '../../run.ts';
import type {CliRun} from '../../start-cli.ts';
import {kubectl} from './clients.ts';
import {meshFolder} from './mesh-folder.ts';

/** A hundred cases take some minutes on a busy machine. */
export const SETTLED_WITHIN_MS = 600_000;

type Run = (command: string, ...more: string[]) => Promise<CliRun>;

/**
 * Applies golden cases with `apigen apply`, and expects that nothing is left to do: the cluster holds what is written, and no tool that
 * compares the two finds a difference. Those of a project go together, since each run asks the cluster several times.
 */
export async function expectSettled(cases: readonly GoldenCase[]): Promise<void> {
  await createNamespaces(cases);
  await expectProjectSettled(cases.filter(({notForRedocly}) => notForRedocly === undefined));
  for (const golden of cases) if (golden.notForRedocly !== undefined) await expectCaseSettled(golden);
}

async function expectProjectSettled(cases: readonly GoldenCase[]): Promise<void> {
  const config = JSON.stringify(configOf(cases, true, placeOf));
  const {folder, apigen} = meshFolder({'redocly.yaml': config});
  for (const {name, folder: from} of cases) cpSync(from, path.join(folder, name), {recursive: true});
  const run: Run = (command, ...more) => apigen(command, '--config', 'redocly.yaml', ...more);
  succeeded(await run('mesh'));
  await expectNothingToDo(path.join(folder, 'profiles'), run);
}

async function expectCaseSettled(golden: GoldenCase): Promise<void> {
  const {folder, apigen} = meshFolder({});
  cpSync(golden.folder, folder, {recursive: true});
  const places = Object.entries(placeOf(golden)).flatMap(([key, name]) => [`--${key}`, name]);
  // Each run reads it again.
  const args = golden.args
    .map((arg) => (arg === '-' ? 'stdin' : arg))
    .join('\n')
    .replace(/--format[=\n]json/, '');
  const run: Run = (command, ...more) =>
    apigen(command, ...args.split('\n').filter(Boolean), ...places, ...more);
  succeeded(await run('mesh', '-o', 'profiles/'));
  await expectNothingToDo(path.join(folder, 'profiles'), run);
}

/** @param files a folder with the output of `apigen mesh` */
async function expectNothingToDo(files: string, run: Run): Promise<void> {
  succeeded(await run('apply', '--yes'));
  expect(succeeded(await kubectl(['diff', '--server-side', '-f', files]))).toBe('');
  const {stdout} = await kubectl(['get', '-f', files, '-o', 'json']);
  const written = readdirSync(files)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) =>
      parseAllDocuments(readFileSync(path.join(files, name), 'utf8')).map((one) => one.toJS()),
    );
  expect(specsOf(JSON.parse(stdout).items ?? [JSON.parse(stdout)])).toEqual(specsOf(written));
  const again = await run('apply', '--yes');
  expect(again).toEqual({status: 0, stdout: '', stderr: expect.stringMatching(/^nothing to change\n$/m)});
  expect(succeeded(await run('diff', '--cluster'))).toBe('');
}

/** What a run printed; a failure shows its messages. */
function succeeded({status, stdout, stderr}: Finished): string {
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

/** What objects hold, by their names. */
function specsOf(objects: readonly JsonMap[]) {
  return new Map(objects.map((object) => [resourceId(resourceOf(object)), object.spec]));
}

/** A namespace for the objects of a case, since many have the same names, and for their Service, if that is in another. */
function placeOf({name, want}: GoldenCase) {
  const namespace = `of-${name}`.slice(0, 55).replace(/-+$/, '');
  const isElsewhere = want?.stdout.includes('apigen.dev/service-namespace');
  return {namespace, 'service.namespace': isElsewhere ? `${namespace}-service` : namespace};
}

async function createNamespaces(cases: readonly GoldenCase[]): Promise<void> {
  const names = new Set(cases.flatMap((golden) => Object.values(placeOf(golden))));
  const items = [...names].map((name) => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name}}));
  const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items});
  succeeded(await kubectl(['apply', '--server-side', '-f', '-'], list));
}
