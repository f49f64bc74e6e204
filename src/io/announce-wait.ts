import {printable} from '../core/base/quote.ts';

/** How long a server may take until what is waited for is printed. */
const SILENT_MILLISECONDS = 2000;

/** Who was announced: several things may be asked for at a time. */
const announced = new Set<string>();

/** Waits for an answer, and prints on standard error who has to give it if that takes long, once. */
export async function announceWait<T>(who: string, answer: Promise<T>): Promise<T> {
  const announce = () =>
    announced.has(who) ||
    !announced.add(who) ||
    process.stderr.write(`apigen: waiting for ${printable(who)}\n`);
  const timer = setTimeout(announce, SILENT_MILLISECONDS);
  return answer.finally(() => clearTimeout(timer));
}
