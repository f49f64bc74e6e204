import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {COMPLETIONS, PROJECT} from '../completion-cases.ts';
import {offeredBy, SHELLS} from '../completion-shells.ts';
import {startCli, writeStarter} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';

const root = folderWith(PROJECT);
const folder = path.join(root, 'project');
const bin = path.join(root, 'bin');
const PATH = `${bin}:${process.env.PATH}`;

beforeAll(async () => {
  writeStarter(bin);
  for (const shell of SHELLS) {
    const {stdout} = await startCli(['autocomplete', shell]);
    writeFileSync(path.join(root, shell), stdout);
  }
});

/** How the driver of a shell reads a file with the script. */
const READ = {bash: 'source', zsh: 'source', fish: 'cat'};

describe.each(SHELLS)('the completion of %s', (shell) => {
  test.concurrent.each(COMPLETIONS)('%s', async (line, offered) => {
    const offers = await offeredBy(shell, `${READ[shell]} ../${shell}`, line, {folder, PATH});
    expect(offers.filter((offer) => offer !== 'plugins')).toEqual(offered);
  });
});
