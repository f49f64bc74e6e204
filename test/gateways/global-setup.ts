import {type Guard, guard} from '../cluster/control-plane/guard.ts';
import {withLogs} from '../cluster/control-plane/start.ts';
import setUpFolder, {tearDown as removeFolder} from '../temporary-folder.ts';
import {startContour} from './contour.ts';
import {connectedNetwork} from './contour-network.ts';
import {type GatewayPrograms, providePrograms} from './programs.ts';

let guarded: Guard | undefined;

/** Provides the programs of the tier, and starts Contour; tests of what cannot be had are skipped. */
export default async function setUp(): Promise<void> {
  setUpFolder();
  const programs = await unless('gateways', providePrograms);
  if (programs) await start(programs);
}

async function start(programs: GatewayPrograms): Promise<void> {
  const own = guard();
  guarded = own;
  try {
    const network = await unless('Contour', () => connectedNetwork(own));
    if (network) await startContour(programs, network, own).catch(withLogs('Contour', own));
  } catch (error) {
    await tearDown();
    throw error;
  }
}

async function unless<T>(what: string, provide: () => Promise<T>): Promise<T | undefined> {
  try {
    return await provide();
  } catch (error) {
    process.stderr.write(`Not tested: ${what}: ${error instanceof Error ? error.message : error}\n`);
    return undefined;
  }
}

/** Stops Contour, and removes what it and the tests left. */
export async function tearDown(): Promise<void> {
  await guarded?.close();
  removeFolder();
}
