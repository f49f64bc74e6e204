import {type ClientHttp2Session, connect} from 'node:http2';
import {Agent} from 'node:https';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {CLASS} from './http-routes.ts';
import {POD_SERVICE} from './istio-pod.ts';

export const HBONE_PORT = 15_008;
export const WAYPOINT_LABELS = {
  'gateway.networking.k8s.io/gateway-name': 'waypoint',
  'gateway.istio.io/managed': 'istio.io-mesh-controller',
};

const {namespace} = POD_SERVICE.metadata;
const metadata = {name: 'waypoint', namespace};
export const WAYPOINT_SERVICE: KubernetesObject = {
  ...{apiVersion: 'v1', kind: 'Service', metadata},
  spec: {selector: WAYPOINT_LABELS, ports: [{name: 'mesh', port: HBONE_PORT, appProtocol: 'hbone'}]},
};

/** A filter in what a waypoint listens with; it is left out, since only Istio's proxy has it. */
const without = (name: string) => ({
  ...{applyTo: 'HTTP_FILTER', patch: {operation: 'REMOVE'}},
  match: {
    context: 'SIDECAR_INBOUND',
    listener: {
      filterChain: {filter: {name: 'envoy.filters.network.http_connection_manager', subFilter: {name}}},
    },
  },
});

/** A waypoint, and a Service whose requests it takes. */
export const WITH_WAYPOINT: readonly KubernetesObject[] = [
  {...POD_SERVICE, metadata: {...POD_SERVICE.metadata, labels: {'istio.io/use-waypoint': metadata.name}}},
  WAYPOINT_SERVICE,
  {
    ...{apiVersion: CLASS.apiVersion, kind: 'Gateway', metadata},
    spec: {
      gatewayClassName: CLASS.metadata.name,
      addresses: [{type: 'Hostname', value: `${metadata.name}.${namespace}.svc.cluster.local`}],
      listeners: [{name: 'mesh', protocol: 'HBONE', port: HBONE_PORT}],
    },
  },
  {
    ...{apiVersion: 'networking.istio.io/v1alpha3', kind: 'EnvoyFilter', metadata},
    spec: {
      targetRefs: [{group: 'gateway.networking.k8s.io', kind: 'Gateway', name: metadata.name}],
      configPatches: ['waypoint_downstream_peer_metadata', 'waypoint_upstream_peer_metadata'].map(without),
    },
  },
];

/** Sends requests to a waypoint as ztunnel does: each in a CONNECT of HTTP/2, with the certificate of the client. */
export class Tunnel extends Agent {
  readonly #session: ClientHttp2Session;

  constructor(waypoint: string, {cert, key, ca}: Agent['options']) {
    super();
    const options = {cert, key, ca, checkServerIdentity: () => undefined};
    this.#session = connect(`https://${waypoint}:${HBONE_PORT}`, options).on('error', () => {});
    this.#session.unref();
  }

  override createConnection(...[{host, port}, callback]: Parameters<Agent['createConnection']>) {
    const stream = this.#session.request({':method': 'CONNECT', ':authority': `${host}:${port}`});
    stream.once('response', () => callback?.(null, stream)).on('error', (error) => callback?.(error, stream));
    return undefined;
  }
}
