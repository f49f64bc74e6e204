import {availableParallelism} from 'node:os';
import {Worker} from 'node:worker_threads';
import {RemoteTime} from '../read/read-limits.ts';
import {isRemote, STANDARD_INPUT} from '../read/source.ts';
import {realFile} from '../write/write-file.ts';
import {type DescriptionOutput, type DescriptionRun, descriptionOutput} from './description-output.ts';
import {WORKER_ARGUMENT} from './worker-argument.ts';

/** A worker takes as long to start as it takes to read some tens of descriptions. */
const DESCRIPTIONS_OF_A_WORKER = 50;

/**
 * The outputs of descriptions, in their order. Many of them are divided between all processors.
 *
 * @param next is called after each
 */
export async function generateAll(
  sources: readonly string[],
  run: DescriptionRun,
  next: () => void,
): Promise<DescriptionOutput[]> {
  const count = Math.min(availableParallelism(), Math.floor(sources.length / DESCRIPTIONS_OF_A_WORKER));
  return count > 1 && canBeDivided(sources, run)
    ? divide(sources, run, count, next)
    : oneAfterAnother(sources, run, next);
}

/** Standard input is read once, and all remote documents share one time. */
function canBeDivided(sources: readonly string[], {overlays = [], remoteRefs}: DescriptionRun): boolean {
  return !remoteRefs && ![...sources, ...overlays].some((name) => name === STANDARD_INPUT || isRemote(name));
}

async function oneAfterAnother(
  sources: readonly string[],
  run: DescriptionRun,
  next: () => void,
): Promise<DescriptionOutput[]> {
  const remoteTime = new RemoteTime();
  const outputs: DescriptionOutput[] = [];
  for (const source of sources) {
    outputs.push(await descriptionOutput(source, {...run, remoteTime}));
    next();
  }
  return outputs;
}

async function divide(
  sources: readonly string[],
  run: DescriptionRun,
  count: number,
  next: () => void,
): Promise<DescriptionOutput[]> {
  const outputs: DescriptionOutput[] = [];
  const queue = sources.entries();
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
