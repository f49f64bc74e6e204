import {availableParallelism} from 'node:os';
import {Worker} from 'node:worker_threads';
import {RemoteTime} from '../read/read-limits.ts';
import {isRemote, STANDARD_INPUT} from '../read/source.ts';
import {type ConfiguredApi, namesRemoteOverlay} from '../redocly-config/project-config.ts';
import {realFile} from '../write/write-file.ts';
import {type DescriptionOutput, descriptionOutput, type ManyRun} from './description-output.ts';
import {progressOf} from './progress.ts';
import {WORKER_ARGUMENT} from './worker-argument.ts';

/** A worker takes as long to start as it takes to read some tens of descriptions. */
const DESCRIPTIONS_OF_A_WORKER = 50;

/** The outputs of descriptions, in their order. Many of them are divided between all processors. */
export async function generateAll(
  apis: readonly ConfiguredApi[],
  run: ManyRun,
): Promise<DescriptionOutput[]> {
  const progress = await progressOf(apis.length, process.stderr);
  const count = Math.min(availableParallelism(), Math.floor(apis.length / DESCRIPTIONS_OF_A_WORKER));
  const generate = count > 1 && canBeDivided(apis, run) ? divide : oneAfterAnother;
  try {
    return await generate(apis, run, progress.next, count);
  } finally {
    progress.stop();
  }
}

/** Standard input is read once, and all remote documents share one time. */
function canBeDivided(
  apis: readonly ConfiguredApi[],
  {overlays = [], remoteRefs, project}: ManyRun,
): boolean {
  const names = [...apis.map(({description}) => description), ...overlays];
  return (
    !remoteRefs &&
    !names.some((name) => name === STANDARD_INPUT || isRemote(name)) &&
    !(project && namesRemoteOverlay(project))
  );
}

async function oneAfterAnother(
  apis: readonly ConfiguredApi[],
  run: ManyRun,
  next: () => void,
): Promise<DescriptionOutput[]> {
  const remoteTime = run.remoteTime ?? new RemoteTime();
  const outputs: DescriptionOutput[] = [];
  for (const api of apis) {
    outputs.push(await descriptionOutput(api, {...run, remoteTime}));
    next();
  }
  return outputs;
}

async function divide(
  apis: readonly ConfiguredApi[],
  {remoteTime: _, ...run}: ManyRun,
  next: () => void,
  count: number,
): Promise<DescriptionOutput[]> {
  const outputs: DescriptionOutput[] = [];
  const queue = apis.entries();
  // A worker is the same program: in a single executable there is no other file.
  const program = realFile(process.argv[1] ?? '');
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(program, {argv: [WORKER_ARGUMENT], workerData: run});
      let current = -1;
      const give = () => {
        const {value} = queue.next();
        if (value === undefined) return void worker.terminate().then(() => resolve(), reject);
        current = value[0];
        worker.postMessage(value[1]);
      };
      worker.on('message', (output: DescriptionOutput) => {
        outputs[current] = output;
        next();
        give();
      });
      worker.on('error', reject);
      give();
    });
  await Promise.all(Array.from({length: count}, work));
  return outputs;
}
