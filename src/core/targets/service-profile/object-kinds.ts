import {ownValue} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {apiVersionsOf, TARGET_OBJECTS} from '../../meshes.ts';
import {mapsIn, type TargetObjectKind} from '../target.ts';
import {profileName, toServiceProfile} from './service-profile.ts';

/** The profiles that a Service can have, one for each mesh that reads them; a Gateway has none. */
export const SERVICE_PROFILES = {
  kind: TARGET_OBJECTS['service-profile'].kind,
  plural: 'serviceprofiles',
  apiVersions: apiVersionsOf('service-profile'),
  target: 'service-profile',
  toObjects: (input) => [toServiceProfile(input)],
  ownObjects: (settings) =>
    settings.get('gateway.name')
      ? []
      : [{namespace: settings.get('namespace') ?? '', name: profileName(settings)}],
  serviceOf: (profile) => {
    const [name = '', namespace = ''] = resourceOf(profile).name.split('.');
    return {name, namespace};
  },
  routes: (profile) =>
    mapsIn(profile, 'routes').map(({name, condition, ...fields}) => ({
      route: String(name),
      fields,
      path: `path ${ownValue(condition, 'pathRegex')}`,
    })),
} satisfies TargetObjectKind;
