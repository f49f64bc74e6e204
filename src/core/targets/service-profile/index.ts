import type {Target} from '../target.ts';
import {profileName} from './profile-name.ts';
import {toServiceProfile} from './service-profile.ts';

/** The output for meshes that read ServiceProfiles: one object with a route for each operation. */
export const SERVICE_PROFILE = {
  name: 'service-profile',
  kind: 'ServiceProfile',
  apiVersions: ['mesh.io/v1alpha2', 'linkerd.io/v1alpha2'],
  outputFile: '{api}.service-profile.yaml',
  rules: [profileName],
  toObjects: (input) => [toServiceProfile(input)],
} as const satisfies Target;
