import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {establish, linkerdCrd, SERVICE_PROFILE_CRD} from './support/crd.ts';
import {applyOnTrial, goldenObjects} from './support/golden-objects.ts';
import {expectSettled, SETTLED_WITHIN_MS} from './support/settled.ts';

/** DEL and NEL in a name: kubectl leaves them unescaped in what it applies on the server, which reads YAML and refuses or replaces them. */
const UNESCAPED = /\\(x7F|N)/;

const PROFILES = goldenObjects('ServiceProfile');

/** What `linkerd install --crds` prints. */
const LINKERDS_OWN = process.env.APIGEN_TEST_LINKERD_CRDS;

beforeAll(async () => {
  for (const file of [SERVICE_PROFILE_CRD, LINKERDS_OWN ? path.resolve(LINKERDS_OWN) : linkerdCrd()])
    await establish(file);
});

// kubectl reads YAML 1.1.
it(
  'ServiceProfiles of all golden cases are held as they are written',
  () => expectSettled(PROFILES.filter(({output}) => !UNESCAPED.test(output)).map(({golden}) => golden)),
  SETTLED_WITHIN_MS,
);

if (LINKERDS_OWN)
  it.each(PROFILES)("Linkerd's own CRD accepts $name", async ({output}) => {
    const inGroup = output.replace(/(\bapiVersion"?: "?)[^/]+/, '$1linkerd.io');
    expect(await applyOnTrial(inGroup)).toMatchObject({status: 0, stderr: ''});
  });
