import {printable} from '../core/base/quote.ts';

/** How long a server may take until what is waited for is printed. */
const SILENT_MILLISECONDS = 2000;

/** Waits for an answer, and prints on standard error who has to give it if that takes long. */
export async function announceWait<T>(who: string, answer: Promise<T>): Promise<T> {
  const announce = () => process.stderr.write(`apigen: waiting for ${printable(who)}\n`);
  const timer = setTimeout(announce, SILENT_MILLISECONDS);
  return answer.finally(() => clearTimeout(timer));
}
