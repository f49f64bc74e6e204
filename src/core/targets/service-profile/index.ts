import {TARGET_OBJECTS} from '../../meshes.ts';
import {GATEWAY_SETTINGS, RATE_LIMIT} from '../../settings/table.ts';
import {MAX_SECONDS} from '../../settings/types/index.ts';
import type {Target} from '../target.ts';
import {profileNameLength} from './profile-name.ts';
import {routeNames} from './route-names.ts';
import {profileMatches} from './service-profile.ts';

const OF_HTTP_ROUTES = ['gateway_api', 'group', 'retry.attempts', 'retry.backoff'] as const;

const OF_POLICIES = [
  ...([RATE_LIMIT, 'rate_limit.per', 'rate_limit.by'] as const),
  ...(['security.enforce', 'security.undeclared', 'security.schemes'] as const),
  ...(['security.selector', 'security.ports', 'security.probes', 'clients'] as const),
];

/** The output for meshes that read ServiceProfiles: one object with a route for each operation. */
export const SERVICE_PROFILE = {
  name: 'service-profile',
  ...TARGET_OBJECTS['service-profile'],
  catchAll: undefined,
  without: [...OF_HTTP_ROUTES, ...OF_POLICIES, 'service.port', 'onlyDescribed', ...GATEWAY_SETTINGS],
  // Source: Go, `time.Duration`.
  timeouts: {longest: MAX_SECONDS, unit: 'nanoseconds'},
  unmatchable: 'written',
  rules: [profileNameLength, routeNames],
  matches: profileMatches,
  preference: ({value}, later) =>
    value === later.value
      ? 'the mesh uses the first route that matches'
      : 'the mesh uses the first route that matches, and narrower paths come first',
} satisfies Target;
