import type {Guard} from '../cluster/control-plane/guard.ts';
import {capture} from '../run.ts';

/** A pod of a Service, whose proxy takes all connections. The Service has no port for `unknown`. */
export const POD = {
  namespace: 'shop',
  labels: {app: 'pets'},
  ports: {http: 8080, 'http-metrics': 9090, 'tcp-data': 9091, unknown: 9092},
} as const;

const {unknown: _, ...PORTS} = POD.ports;
export const POD_SERVICE = {
  ...{apiVersion: 'v1', kind: 'Service', metadata: {name: 'pets', namespace: POD.namespace}},
  spec: {
    selector: POD.labels,
    ports: Object.entries(PORTS).map(([name, port]) => ({name, port, targetPort: port})),
  },
};

/** Where Istio's proxy takes connections. Source: istio, pkg/config/mesh, `ProxyInboundListenPort`. */
const INBOUND_PORT = 15_006;

/**
 * Starts the server of the pod, and redirects connections to its ports.
 *
 * @param enter what comes before a command that runs in the network of the pod
 */
export async function startPod(enter: readonly string[], {start}: Guard): Promise<void> {
  const ports = Object.values(POD.ports).join();
  const [program = '', ...before] = enter;
  const redirect = `table ip istio { chain inbound { type nat hook prerouting priority dstnat;
iifname != "lo" tcp dport { ${ports} } redirect to :${INBOUND_PORT}; }; }`;
  await capture(program, [...before, 'nft', '-f', '-'], {input: redirect});
  const server = `for (const port of [${ports}]) require('http').createServer((_, to) => to.end()).listen(port)`;
  start('server', program, [...before, process.execPath, '-e', server]);
}
