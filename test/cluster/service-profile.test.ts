import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {establish, SERVICE_PROFILE_CRD} from './support/crd.ts';
import {applyOnTrial, goldenObjects} from './support/golden-objects.ts';

const GROUPS = [
  {group: 'mesh.io', crds: SERVICE_PROFILE_CRD},
  // What `linkerd install --crds` prints.
  {group: 'linkerd.io', crds: process.env.APIGEN_TEST_LINKERD_CRDS},
].flatMap(({group, crds}) => (crds === undefined ? [] : [{group, crds: path.resolve(crds)}]));

describe.each(GROUPS)('ServiceProfiles of the group $group', ({group, crds}) => {
  beforeAll(() => establish(crds));

  it.each(goldenObjects('ServiceProfile'))('are accepted: $name', async ({output}) => {
    const inGroup = output.replace(/(\bapiVersion"?: "?)[^/]+/, `$1${group}`);
    expect(await applyOnTrial(inGroup)).toMatchObject({status: 0, stderr: ''});
  });
});
