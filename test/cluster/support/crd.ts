import path from 'node:path';
import {expect} from '@jest/globals';
import {kubectl} from './clients.ts';

/** The CRD of ServiceProfiles in the group `mesh.io`. */
export const SERVICE_PROFILE_CRD = path.resolve(import.meta.dirname, '../service-profile-crd.yaml');

/** Applies CRDs, also over those of another version, and waits until the API server serves them. */
export async function establish(file: string): Promise<void> {
  const applied = await kubectl(['apply', '--server-side', '--force-conflicts', '-f', file]);
  expect(applied).toMatchObject({status: 0});
  expect(await kubectl(['wait', '--for=condition=Established', '-f', file])).toMatchObject({status: 0});
}
