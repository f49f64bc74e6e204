import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {establish, SERVICE_PROFILE_CRD} from './support/crd.ts';
import {applyOnTrial, goldenObjects, moved} from './support/golden-objects.ts';

const GROUPS = [
  {group: 'mesh.io', crds: SERVICE_PROFILE_CRD},
  // What `linkerd install --crds` prints.
  {group: 'linkerd.io', crds: process.env.APIGEN_TEST_LINKERD_CRDS},
].flatMap(({group, crds}) => (crds === undefined ? [] : [{group, crds: path.resolve(crds)}]));

describe.each(GROUPS)('ServiceProfiles of the group $group', ({group, crds}) => {
  beforeAll(() => establish(crds));

  // kubectl reads YAML 1.1.
  it.each(goldenObjects('ServiceProfile'))('are accepted, and read as YAML 1.2: $name', async ({output}) => {
    const inGroup = output.replace(/(\bapiVersion"?: "?)[^/]+/, `$1${group}`);
    const {stdout, ...rest} = await applyOnTrial(inGroup);
    expect(rest).toEqual({status: 0, stderr: ''});
    const {metadata, spec} = parse(moved(inGroup, 'default'));
    expect(JSON.parse(stdout)).toMatchObject({metadata: {name: metadata.name}, spec});
  });
});
