import path from 'node:path';
import {capture} from '../run.ts';

/** Method, `pathRegex`, name and timeout. */
export type Route = readonly [method: string, pathRegex: string, name: string, timeout: string | null];

/** The routes of each description as routes.py reads them, with `flags` in the shape of `x-apigen`. */
export async function independentRoutes(files: readonly string[], flags: object): Promise<Route[][]> {
  const program = path.join(import.meta.dirname, 'routes.py');
  const input = files.map((file) => `${file}\n`).join('');
  const printed = await capture('python3', [program, JSON.stringify(flags)], {input});
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
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
