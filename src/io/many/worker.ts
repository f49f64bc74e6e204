import {parentPort, workerData} from 'node:worker_threads';
import {type DescriptionRun, descriptionOutput} from './description-output.ts';

/** Generates the outputs of descriptions for the main thread; false when this is the main thread. */
export function startWorker(): boolean {
  const port = parentPort;
  if (port === null) return false;
  const run: DescriptionRun = workerData;
  port.on('message', async (source: string) => port.postMessage(await descriptionOutput(source, run)));
  return true;
}
