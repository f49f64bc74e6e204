import {createReadStream} from 'node:fs';
import {MAX_LOG_LINE} from '../../core/limits.ts';
import {STANDARD_INPUT} from '../read/source.ts';
import {toUnreadable} from '../read/unreadable-source.ts';

/**
 * The lines of a log, some at a time, each cut to `MAX_LOG_LINE` characters. Never more than a part of the log is in memory.
 *
 * @param source a file, or `-` for standard input
 * @throws UnreadableSource
 */
export async function* logLines(source: string): AsyncGenerator<readonly string[]> {
  const stream = source === STANDARD_INPUT ? process.stdin : createReadStream(source);
  stream.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of stream) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, MAX_LOG_LINE);
      yield lines.map((line) => line.slice(0, MAX_LOG_LINE));
    }
  } catch (error) {
    throw toUnreadable(error);
  }
  if (rest !== '') yield [rest];
}
