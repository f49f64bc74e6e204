import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {beforeAll, expect, test} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {copyOf, writeIn} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const folder = copyOf(path.join(import.meta.dirname, 'match'));

const QUICK = '{"request_method":"GET","request_uri":"/v1/pets","request_time":0.2,"status":"200"}\n';
const LATE = '{"method":"GET","path":"/v1/pets","duration":12.345,"status":200}\n';

/** What is large, or is not text. */
beforeAll(() => {
  const write = (name: string, content: string | Uint8Array) => writeIn(folder, name, content);
  write('cut-early.log', `${QUICK.repeat(1000)}${QUICK.replace('0.2', '10.01').replace('200', '504')}`);
  write('late.log', `${LATE.repeat(1500)}{"method":"GET","path":"/v1/pets","duration":10050.5}\n`);
  const packed = gzipSync(readFileSync(path.join(folder, 'access.log')));
  write('access.log.gz', packed);
  write('part.gz', packed.subarray(0, packed.length / 2));
  write('bomb.gz', gzipSync(Buffer.alloc((100 << 20) + 1, 'a')));
});

testTranscript(path.join(import.meta.dirname, 'match.txt'), () => folder);

test('a log gives an overlay with timeouts that mesh takes', async () => {
  const args = 'routes match -i openapi.yaml --suggest --log durations.log'.split(' ');
  const overlay = await runCli(args, {cwd: folder});
  writeFileSync(path.join(folder, 'timeouts.yaml'), overlay.stdout);
  const mesh = 'mesh -i openapi.yaml --overlay timeouts.yaml --service.name pets'.split(' ');
  expect((await runCli(mesh, {cwd: folder})).stdout).toMatch(/timeout: 5s/);
});
