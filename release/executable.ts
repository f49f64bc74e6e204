import {thisPlatform} from './bun-runtimes.ts';
import {compile} from './executables.ts';
import {makeExtras} from './extras.ts';
import {PROGRAMS, release} from './product.ts';

/** Makes the executables of this machine only: `node release/run.mjs executable [folder]`. */
const made = await release(process.argv[2]);
for (const program of PROGRAMS) {
  const {file} = await compile(program, thisPlatform(), made);
  await makeExtras(program, file, made);
  process.stdout.write(`${file}\n`);
}
