import {parentPort, workerData} from 'node:worker_threads';
import type {ConfiguredApi} from '../redocly-config/project-config.ts';
import {descriptionOutput, type ManyRun} from './description-output.ts';

/** Generates the outputs of descriptions for the main thread; false when this is the main thread. */
export function startWorker(): boolean {
  const port = parentPort;
  if (port === null) return false;
  const run: ManyRun = workerData;
  port.on('message', async (api: ConfiguredApi) => port.postMessage(await descriptionOutput(api, run)));
  return true;
}
