import {afterAll, beforeAll} from '@jest/globals';
import {folderWith} from '../temporary-folder.ts';
import {makeOldRelease} from './old-release.ts';
import {type ReleaseSite, startSite} from './release-site.ts';
import {RELEASED} from './released.ts';

/**
 * A site with an older release under `/old` and the one under test under `/new`, for the tests of the file that calls this. Its
 * address is known while they run.
 */
export function oldAndNewSite() {
  const folder = folderWith();
  let site: ReleaseSite | undefined;
  beforeAll(async () => {
    await makeOldRelease(folder);
    site = await startSite({old: folder, new: RELEASED});
  });
  afterAll(() => site?.close());
  return {
    folder,
    get url() {
      if (!site) throw new Error('the site has not been started yet');
      return site.url;
    },
  };
}
