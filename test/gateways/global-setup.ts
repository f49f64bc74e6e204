import setUpFolder, {tearDown} from '../temporary-folder.ts';
import {providePrograms} from './programs.ts';

/** Provides the programs of the tier; where they cannot be had, its tests are skipped. */
export default async function setUp(): Promise<void> {
  setUpFolder();
  try {
    await providePrograms();
  } catch (error) {
    process.stderr.write(`Not tested: gateways: ${error instanceof Error ? error.message : error}\n`);
  }
}

export {tearDown};
