import {isOfKind} from '../../kubernetes/resource.ts';
import {matchFields} from '../../targets/http-route/object-kinds.ts';
import {policyKind} from '../policy-kind.ts';
import * as kinds from './linkerd-policies.ts';

const kindOfPorts = (kind: typeof kinds.SERVER, plural: string) =>
  policyKind(kind, 'ports', {
    plural,
    toObjects: (input) => kinds.portObjects(input).filter((one) => isOfKind(one, kind)),
    hasStatus: () => false,
  });

/** The ports of pods. They come first: a port without one is open. */
export const SERVERS = {...kindOfPorts(kinds.SERVER, 'servers'), isWidenedBy: kinds.isPortWidenedBy};
export const NETWORK_AUTHENTICATIONS = kindOfPorts(kinds.NETWORK_AUTHENTICATION, 'networkauthentications');
export const MESH_TLS_AUTHENTICATIONS = kindOfPorts(kinds.MESH_TLS_AUTHENTICATION, 'meshtlsauthentications');
export const SERVER_POLICIES = kindOfPorts(kinds.SERVER_POLICY, 'authorizationpolicies');

/** What may be called. Those of probes are shown by nothing else. */
export const SERVER_ROUTES = {
  ...kindOfPorts(kinds.SERVER_ROUTE, 'httproutes'),
  isWidenedBy: kinds.isPortWidenedBy,
  routes: (object: unknown) => matchFields(object).map(({route}) => ({route, fields: {}})),
};
