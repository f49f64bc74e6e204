import {type Guard, guard} from '../cluster/control-plane/guard.ts';
import {logsIn} from '../cluster/control-plane/start.ts';
import setUpFolder, {tearDown as removeFolder} from '../temporary-folder.ts';
import {startContour} from './contour.ts';
import {connectedNetwork} from './contour-network.ts';
import {givePrograms, providePrograms} from './programs.ts';

let guarded: Guard | undefined;

/** Provides the programs of the tier, and starts Contour; tests of what cannot be had are skipped. */
export default async function setUp(): Promise<void> {
  setUpFolder();
  const own = guard();
  guarded = own;
  const programs = await providePrograms().catch(report('gateways'));
  if (programs === undefined) return;
  givePrograms(programs);
  const network = await connectedNetwork(own).catch(report('Contour'));
  if (network === undefined) return;
  try {
    givePrograms({...programs, running: await startContour(programs, network, own)});
  } catch (error) {
    const logs = logsIn(own.folder);
    await tearDown();
    throw new Error(`Contour does not come up\n${logs}`, {cause: error});
  }
}

/** What to do where something cannot be had. */
function report(what: string): (error: Error) => undefined {
  return ({message}) => void process.stderr.write(`Not tested: ${what}: ${message}\n`);
}

/** Stops Contour, and removes what it and the tests left. */
export async function tearDown(): Promise<void> {
  await guarded?.close();
  removeFolder();
}
