import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll} from '@jest/globals';
import {makeOldRelease} from './old-release.ts';
import {type ReleaseSite, startSite} from './release-site.ts';
import {RELEASED} from './released.ts';

/**
 * A site with an older release under `/old` and the one under test under `/new`, for the tests of the file that calls this. Its
 * address and the folder of the older one are known while they run.
 */
export function oldAndNewSite(): Pick<ReleaseSite, 'url'> & {readonly folder: string} {
  let folder = '';
  let site: ReleaseSite | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'old-release-'));
    await makeOldRelease(folder);
    site = await startSite({old: folder, new: RELEASED});
  });
  afterAll(async () => {
    await site?.close();
    await rm(folder, {recursive: true, force: true});
  });
  return {
    get folder() {
      return folder;
    },
    get url() {
      if (!site) throw new Error('the site has not been started yet');
      return site.url;
    },
  };
}
