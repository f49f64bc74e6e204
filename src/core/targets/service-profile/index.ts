import type {Target} from '../target.ts';
import {profileName} from './profile-name.ts';
import {profilePolicies} from './profile-policies.ts';
import {profileMatches, toServiceProfile} from './service-profile.ts';

/** The output for meshes that read ServiceProfiles: one object with a route for each operation. */
export const SERVICE_PROFILE = {
  name: 'service-profile',
  kind: 'ServiceProfile',
  apiVersions: ['mesh.io/v1alpha2', 'linkerd.io/v1alpha2'],
  outputFile: '{api}.service-profile.yaml',
  rules: [profileName],
  toObjects: (input) => [toServiceProfile(input)],
  matches: profileMatches,
  policies: profilePolicies,
  preference: ({value}, later) =>
    value === later.value
      ? 'the mesh uses the first route that matches'
      : 'the mesh uses the first route that matches, and narrower paths come first',
} satisfies Target;
