import path from 'node:path';
import {afterAll, beforeAll, expect, it} from '@jest/globals';
import {blocks} from '../pages.ts';
import {runCli} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';
import {type RecordedStack, startRecordedStack} from './recorded-stack.ts';
import {type Database, SAMPLE_PORTS, startDatabase, startSampleApp} from './stack.ts';

const PAGE = 'plugins/tracer/docs/first-test.md';
const SAMPLE_APP = `127.0.0.1:${SAMPLE_PORTS.frontend}`;

const [description = '', definition = ''] = blocks(PAGE, 'yaml');
const [failed = '', passed = ''] = blocks(PAGE, 'text');
const [, write = '', runTests = ''] = blocks(PAGE, 'sh')[0]?.split('\n') ?? [];

/** Without the times and the numbers of runs, and how often the sample application has errors. */
const untimed = (text: string) =>
  text
    .replace(/^… .*\n/gm, '')
    .replaceAll(/\d+(\.\d+)? s\)/g, '… s)')
    .replace(/run\/\d+/, 'run/…')
    .replace(/found \d+/, 'found …');

/** The commands for backup, restoration and a move, without their login. */
const [dump, restore, dumpToMove, move] = blocks('plugins/tracer/docs/tracer.md', 'sh')
  .flatMap((block) => [...block.matchAll(/sh -c '(.*?) --username|^(psql .*) 'host=/gms)])
  .map(([, inPod, command]) => inPod ?? command);

const folder = folderWith();
let server: RecordedStack;
let database: Database;
/** Runs a command line of the page against this server. */
const apigen = async (line: string, ...more: string[]) => {
  const [, ...words] = line.replace('tracer-sample-app:8080', SAMPLE_APP).split(' ');
  const to = words[0] === 'tests' ? [] : ['--server', server.url];
  const {status, stdout} = await runCli([...words, ...to, ...more], {cwd: folder});
  return {status, stdout: untimed(stdout).replace(server.url, 'http://localhost:11633')};
};
beforeAll(async () => {
  const recordings = path.join(import.meta.dirname, 'recordings', 'first-test.json');
  server = await startRecordedStack(recordings, 'kindA', 'sampleApp');
  database = server.stack ?? (await startDatabase());
  if (server.stack) await startSampleApp(server.stack);
});
afterAll(async () => {
  if (!server?.stack) await database?.stop();
  await server?.close();
});

it('leads to a failed test and to a passed one', async () => {
  writeIn(folder, 'ride.yaml', description);
  expect(await apigen(write)).toMatchObject({status: 0});
  expect(await apigen(runTests)).toEqual({status: 1, stdout: untimed(failed)});
  writeIn(folder, 'tests/customer.yaml', definition);
  const {status, stdout} = await apigen(runTests);
  expect({status, stdout: stdout.replace(/^✘.*\n( .*\n)+/m, '')}).toEqual({
    status: 1,
    stdout: untimed(passed),
  });
});

it('has runs that the documented backup restores, without tables of a newer server, and that move', async () => {
  const onDatabase = async (command: string, name?: string) => {
    const {status, stderr} = await database.onDatabase(command, name);
    expect({status, stderr}).toEqual({status: 0, stderr: expect.not.stringContaining('ERROR')});
  };
  await onDatabase('psql --quiet --command="CREATE TABLE older ()"');
  const backup = path.join(folder, 'backup.sql');
  await onDatabase(`>${backup} ${dump}`);
  const listed = await apigen('apigen tracer test list');
  expect(listed.stdout).toContain('customer ');
  await apigen('apigen tracer test delete customer');
  await onDatabase('psql --quiet --command="DROP TABLE older"');
  expect(await apigen('apigen tracer test list')).not.toEqual(listed);
  const create = 'psql --quiet --command="CREATE TABLE newer ()"';
  await onDatabase(create);
  await onDatabase(`<${backup} ${restore}`);
  expect(await apigen('apigen tracer test list')).toEqual(listed);
  await onDatabase('psql --quiet --command="TABLE older"');
  await onDatabase(create);

  await onDatabase('psql --quiet --command="CREATE DATABASE moved"');
  await onDatabase(`cd ${folder} && >move.sql ${dumpToMove}`);
  await onDatabase(`cd ${folder} && ${move}`, 'moved');
  await onDatabase('psql --quiet --command="TABLE older"', 'moved');
});
