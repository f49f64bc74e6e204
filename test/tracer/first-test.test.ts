import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {blocks} from '../documentation/pages.ts';
import {capture} from '../run.ts';
import {have, pathOf} from './programs.ts';
import {type Stack, startStack, until} from './stack.ts';

const PAGE = 'plugins/tracer/docs/first-test.md';
const PORTS = {frontend: 28_080, customer: 28_081, driver: 28_082, route: 28_083};
const SERVER = 21_637;
const SAMPLE_APP = `127.0.0.1:${PORTS.frontend}`;

const [json = ''] = blocks(PAGE, 'json');
/** JUnit's XML without the time of the run. */
const untimed = (xml: string) => xml.replace(/ time="\d+"/, '').trim();
const [passed = '', failure = ''] = blocks(PAGE, 'xml').map(untimed);
const [create = '', run = '', result = ''] = blocks(PAGE, 'sh')
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('curl'));

/** The commands for backup and restoration that run in the database's pod, without their login. */
const [dump, restore] = blocks('plugins/tracer/docs/tracer.md', 'sh')
  .flatMap((block) => [...block.matchAll(/sh -c '(.*?) --username/gs)])
  .map(([, command]) => command);

const programs = have('server', 'collector', 'jaeger', 'sampleApp');
(programs ? describe : describe.skip)('the page of the first test', () => {
  let stack: Stack;
  /** Runs a command of the page, for a test with this ID. */
  const shell = (command: string, id = 'first-test') => {
    const here = command.replace('localhost:11633', `127.0.0.1:${SERVER}`).replace('/first-test/', `/${id}/`);
    return capture('sh', ['-c', here], {cwd: stack.folder});
  };
  const createTest = async (text: string) => {
    const local = text.replace('tracer-sample-app:8080', SAMPLE_APP);
    writeFileSync(path.join(stack.folder, 'first-test.json'), local);
    await shell(create);
  };
  const resultOf = async (id: string) => {
    await until('the run', async () => (await shell(result, id)).includes('<testcase'));
    return untimed(await shell(result, id));
  };
  beforeAll(async () => {
    stack = await startStack('kindA', SERVER);
    const ports = Object.entries(PORTS).map(([name, port]) => `--${name}-service-port=${port}`);
    stack.start(pathOf('sampleApp'), ['all', ...ports], [`OTEL_EXPORTER_OTLP_ENDPOINT=${stack.otlp}`]);
    await until('the sample application', async () => (await fetch(`http://${SAMPLE_APP}/`)).ok);
  });
  afterAll(() => stack?.stop());

  it('leads to a passed test and to a failed one', async () => {
    await createTest(json);
    expect(await shell(run)).toContain('"id":1');
    expect(await resultOf('first-test')).toBe(passed);
    await createTest(json.replace('"first-test"', '"wrong"').replace('count = 1', 'count = 2'));
    await shell(run, 'wrong');
    expect(await resultOf('wrong')).toContain(failure);
  });

  it('has a result that the documented backup restores, without tables of a newer server', async () => {
    const onDatabase = async (command: string) => {
      const {status, stderr} = await stack.onDatabase(command);
      expect({status, stderr}).toEqual({status: 0, stderr: expect.not.stringContaining('ERROR')});
    };
    const backup = path.join(stack.folder, 'backup.sql');
    await onDatabase(`>${backup} ${dump}`);
    await capture('curl', ['-fsS', '-X', 'DELETE', `${stack.api}/tests/first-test`]);
    await expect(shell(result)).rejects.toThrow('returned error');
    const create = 'psql --quiet --command="CREATE TABLE newer ()"';
    await onDatabase(create);
    await onDatabase(`<${backup} ${restore}`);
    expect(await resultOf('first-test')).toBe(passed);
    await onDatabase(create);
  });
});
