import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect} from '@jest/globals';
import fc from 'fast-check';
import {meshRun} from '../commands/mesh/mesh-run.ts';
import {hostileText} from '../core/openapi-arbitraries.ts';
import {CASES_FOLDER} from '../golden-cases.ts';
import {fuzz, workFolder} from './fuzz.ts';

const {folder, write} = workFolder();

/** The descriptions of the golden cases. */
const TEXTS = readdirSync(CASES_FOLDER, {recursive: true, encoding: 'utf8'})
  .filter((name) => /openapi\.(ya?ml|json)$/.test(name))
  .map((name) => readFileSync(path.join(CASES_FOLDER, name)))
  .filter(({length}) => length < 4096);

const bytes = fc.oneof(
  hostileText.map((text) => Buffer.from(text)),
  fc.constantFrom(...TEXTS),
  fc.uint8Array({maxLength: 8}).map((array) => Buffer.from(array)),
);

/** A text in which a few pieces were removed, repeated or replaced. */
const edited = fc
  .tuple(
    fc.constantFrom(...TEXTS),
    fc.array(fc.tuple(fc.nat(4096), fc.nat(64), fc.oneof(bytes, fc.constant(undefined))), {maxLength: 4}),
  )
  .map(([text, edits]) =>
    edits.reduce((before, [at, length, inserted]) => {
      const [from, to] = [Math.min(at, before.length), Math.min(at + length, before.length)];
      const piece = inserted ?? Buffer.concat([before.subarray(from, to), before.subarray(from, to)]);
      return Buffer.concat([before.subarray(0, from), piece, before.subarray(to)]);
    }, text),
  );

/** Whatever it reads, a run ends with a profile or with problems that have a place, but notes of versions, which are about all descriptions. */
async function endsWell(input: Uint8Array): Promise<void> {
  const {status, stdout, stderr} = await meshRun({in: [write('openapi.yaml', input)]}, folder);
  const messages = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('    '));
  expect(
    messages.filter(
      (line) =>
        !/^(\S+:\d+:\d+ {2}\S|and [\d,]+ more$|[\d,]+ (error|warning|note)s?\b.* in 1 description$|note {2}mesh-version: )/.test(
          line,
        ),
    ),
  ).toEqual([]);
  expect([status, stdout === '', messages.length > 0]).toEqual(
    status === 0 ? [0, false, messages.length > 0] : [1, true, true],
  );
}

fuzz('reads edited descriptions', edited, endsWell);
fuzz('reads any bytes', fc.oneof(bytes, fc.uint8Array({maxLength: 64})), endsWell);
