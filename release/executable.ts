import {thisPlatform} from './executables/bun.ts';
import {compile} from './executables/compile.ts';
import {makeExtras} from './executables/extras.ts';
import {writeNotices} from './executables/notices.ts';
import {PROGRAMS, readRelease} from './product.ts';

/** Makes the executables for this machine only: `node release/run.mjs executable [folder]`. */
const release = await readRelease(process.argv[2]);
for (const program of PROGRAMS) {
  await writeNotices(program, release);
  const {file} = await compile(program, thisPlatform(), release);
  await makeExtras(program, release);
  process.stdout.write(`${file}\n`);
}
