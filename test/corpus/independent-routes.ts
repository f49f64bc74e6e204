import {spawn} from 'node:child_process';
import path from 'node:path';
import {createInterface} from 'node:readline';

/** Method, `pathRegex`, name and timeout. */
export type Route = readonly [method: string, pathRegex: string, name: string, timeout: string | null];

/** The routes of each description as routes.py reads them, with `flags` in the shape of `x-apigen`. */
export async function independentRoutes(files: readonly string[], flags: object): Promise<Route[][]> {
  const program = path.join(import.meta.dirname, 'routes.py');
  const child = spawn('python3', [program, JSON.stringify(flags)], {stdio: ['pipe', 'pipe', 'inherit']});
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  child.stdin.end(files.map((file) => `${file}\n`).join(''));
  const readings: Route[][] = [];
  for await (const line of createInterface({input: child.stdout})) readings.push(JSON.parse(line));
  const status = await ended;
  if (status !== 0) throw new Error(`routes.py failed (${status}) on ${files[readings.length]}`);
  return readings;
}

/** The first route in which two readings differ, or `undefined`. */
export function firstDifference(ours: readonly Route[], theirs: readonly Route[]) {
  const text = (route: Route | undefined) => JSON.stringify(route) ?? 'no route';
  for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
    const [apigen, independent] = [text(ours[index]), text(theirs[index])];
    if (apigen !== independent) return {index, apigen, independent};
  }
  return undefined;
}
