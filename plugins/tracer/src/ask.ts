/** Whether a person can be asked: standard input and the stream that questions go to are a terminal. */
export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/** Asks on the terminal; only `y` and `yes` count as yes. The end of input or an abort counts as no. */
export async function confirm(question: string, signal?: AbortSignal): Promise<boolean> {
  const {createInterface} = await import('node:readline/promises');
  const lines = createInterface({input: process.stdin, output: process.stderr});
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  // readline takes Ctrl-C for itself while it reads.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await Promise.race([
      lines.question(question, {signal: signal ?? new AbortController().signal}),
      ended,
    ]);
    // The cursor is still behind the question.
    if (answer === undefined) process.stderr.write('\n');
    return /^y(es)?$/i.test(answer?.trim() ?? '');
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error;
  } finally {
    lines.close();
  }
}
