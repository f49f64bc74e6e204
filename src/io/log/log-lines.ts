import {createReadStream, existsSync} from 'node:fs';
import {pipeline, Readable} from 'node:stream';
import {StringDecoder} from 'node:string_decoder';
import {createGunzip} from 'node:zlib';
import {MAX_LOG_LINE, MAX_UNPACKED_FOR_BYTE} from '../../core/base/limits.ts';
import {STANDARD_INPUT} from '../read/source.ts';
import {toUnreadable, UnreadableSource} from '../system-error.ts';

/** The most that a log may unpack to. */
const MAX_UNPACKED_LOG_BYTES = 100 * 1024 * 1024;

/**
 * The lines of a log, some at a time, each cut to `MAX_LOG_LINE` characters. Never more than a part of the log is in memory.
 *
 * @param source a file, or `-` for standard input; it may be compressed by gzip
 * @throws UnreadableSource
 */
export async function* logLines(source: string): AsyncGenerator<readonly string[]> {
  const stream = source === STANDARD_INPUT ? process.stdin : createReadStream(source);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of unpacked(stream)) {
      const lines = `${rest}${decoder.write(chunk)}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, MAX_LOG_LINE);
      yield lines.map((line) => line.slice(0, MAX_LOG_LINE));
    }
  } catch (error) {
    const isList = source.includes(',') && !existsSync(source);
    throw isList ? new UnreadableSource('no such file', 'repeat `--log` for each file') : toUnreadable(error);
  }
  if (rest !== '') yield [rest];
}

/** The bytes of a stream, unpacked where they begin as those of gzip do (RFC 1952, section 2.3.1): rotated logs are compressed. */
async function* unpacked(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  let packed = 0;
  async function* all(): AsyncGenerator<Buffer> {
    for (let next: IteratorResult<Buffer> = first; !next.done; next = await chunks.next()) {
      packed += next.value.length;
      yield next.value;
    }
  }
  if (first.done || !first.value.subarray(0, 2).equals(GZIP)) return yield* all();
  // The error of a pipeline is that of its last stream.
  const text: AsyncIterable<Buffer> = pipeline(Readable.from(all()), createGunzip(), () => undefined);
  let size = 0;
  for await (const chunk of text) {
    size += chunk.length;
    if (size > Math.max(MAX_UNPACKED_LOG_BYTES, packed * MAX_UNPACKED_FOR_BYTE))
      throw new UnreadableSource(
        `unpacks to more than ${MAX_UNPACKED_LOG_BYTES / 1024 / 1024} MiB and ${MAX_UNPACKED_FOR_BYTE} times its size`,
        'if it is a log, unpack it: `zcat <file> | apigen routes match -i openapi.yaml`',
      );
    yield chunk;
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);
