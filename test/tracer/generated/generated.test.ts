import {cpSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, it} from '@jest/globals';
import type {Server} from '../../server.ts';
import {type CliOptions, startCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';
import {type RecordedStack, runWith, startRecordedStack} from '../recorded-stack.ts';
import {SAMPLE_PORTS, startSampleApp} from '../stack.ts';
import {PORTS, startServices} from './services.ts';

const FOLDER = import.meta.dirname;
const ROUNDS = Number(process.env.APIGEN_TEST_TRACER_ROUNDS ?? 0);
const PROBLEMS: Readonly<Record<string, string>> = {
  'ride-dispatch': 'No span has an error',
  'stock-slow': 'Answers 200 in less than 200ms',
  'stock-wrong-status': 'Answers 200',
  'stock-error-span': 'No span has an error',
  'stock-missing-key': 'Answers 200, with part, price',
};

/** Tests that `apigen tests` makes for the sample application and for services that send their own spans. */
const folder = folderWith();
let server: RecordedStack;
let services: Server[] = [];
beforeAll(async () => {
  cpSync(FOLDER, folder, {recursive: true});
  server = await startRecordedStack(path.join(FOLDER, 'recordings.json'), 'kindA', 'sampleApp');
  if (!server.stack) return;
  services = await startServices(server.stack.otlp);
  await startSampleApp(server.stack);
});
afterAll(async () => {
  for (const service of services) service.close();
  await server?.close();
});

/** How long the slow handler takes, and how often the sample application has errors, differs. */
const run = async (args: readonly string[], options?: CliOptions) => {
  const {stdout, ...rest} = await runWith(server, args, options);
  const fixed = stdout
    .replace(/(\/dispatch[^✘]+ found )\d+/, '$1…')
    .replaceAll(/found [\d.]+s$/gm, 'found … s');
  return {...rest, stdout: fixed};
};
testTranscript(path.join(FOLDER, 'transcript.txt'), () => folder, run);

it('asks only what was recorded', () => expect(server.refused).toEqual([]));

(ROUNDS > 0 ? it : it.skip)(
  'have the same verdicts in each of APIGEN_TEST_TRACER_ROUNDS rounds, and Jaeger their times',
  async () => {
    const to = ['--server', server.stack?.api.replace('/api', '') ?? ''];
    const ports = {ride: SAMPLE_PORTS.frontend, orders: PORTS.orders, stock: PORTS.stock};
    const verdicts = async ([name, port]: readonly [string, number]) => {
      const args = [`tests/${name}.yaml`, `--var=url=http://127.0.0.1:${port}`, '--var=token=secret'];
      const {stdout} = await startCli(['tracer', 'test', 'run', ...args, '--parallel=10', '--json', ...to], {
        cwd: folder,
      });
      const {tests}: {tests: {id: string; problems: string[]}[]} = JSON.parse(stdout);
      return tests.map(({id, problems}) => [id, problems.map((one) => one.split(':')[0]).join()] as const);
    };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const found = (await Promise.all(Object.entries(ports).map(verdicts))).flat();
      const right = found.map(([id]) => [id, PROBLEMS[id] ?? '']);
      expect({round, count: found.length, found}).toEqual({round, count: 20, found: right});
    }
    const traces = ['--traces=http://127.0.0.12:16686', '--service=stock'];
    const {stdout} = await startCli(['routes', 'match', 'stock.yaml', ...traces], {cwd: folder});
    expect(stdout).toMatch(/\n +\d+ +0 +GET +\/slow +1s +1s ! +200ms\n/);
  },
  (ROUNDS + 1) * 180_000,
);
