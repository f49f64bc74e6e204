import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {cliProgram, startCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const PETSTORE = path.resolve('examples/petstore.yaml');
const CACHE = path.join('apigen', `code-${process.version}-${process.arch}`);
/** `// ` and a SHA-256. */
const KEY_BYTES = 3 + 64;

const mesh = (home: string) => startCli(['mesh', PETSTORE], {env: {XDG_CACHE_HOME: home}});

// The executable has its code in itself.
(cliProgram().length > 1 ? describe : describe.skip)('the cache of code', () => {
  it('is written by the first run, and replaced where it is of another build or cannot be used', async () => {
    const home = folderWith();
    const file = path.join(home, CACHE);
    const first = await mesh(home);
    expect(first).toMatchObject({status: 0});
    const cache = readFileSync(file);
    const key = cache.subarray(0, KEY_BYTES);
    const code = cache.subarray(KEY_BYTES);
    const ofAnother = Buffer.alloc(KEY_BYTES, '0');
    for (const unusable of [[], [ofAnother, code], [key, Buffer.from('code')]]) {
      writeFileSync(file, Buffer.concat(unusable));
      expect(await mesh(home)).toEqual(first);
      const {size, mtimeMs} = statSync(file);
      expect({key: readFileSync(file).subarray(0, KEY_BYTES), isWhole: size > code.length / 2}).toEqual({
        key,
        isWhole: true,
      });
      expect(await mesh(home)).toEqual(first);
      expect(statSync(file)).toMatchObject({size, mtimeMs});
    }
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  });

  it('is not written where it cannot be', async () => {
    const home = path.join(folderWith({file: ''}), 'file');
    expect(await mesh(home)).toMatchObject({status: 0});
  });

  it('is not in the working directory', async () => {
    for (const env of [
      {XDG_CACHE_HOME: '', HOME: ''},
      {XDG_CACHE_HOME: '.', HOME: 'home'},
    ]) {
      const cwd = folderWith();
      expect(await startCli(['mesh', PETSTORE], {env, cwd})).toMatchObject({status: 0});
      expect(readdirSync(cwd)).toEqual([]);
    }
  });
});
