import {writeFileSync} from 'node:fs';
import path from 'node:path';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {moduleFolder} from '../cluster/control-plane/module-folder.ts';
import {CONTOUR} from '../cluster/control-plane/programs.ts';
import {freePorts, until} from '../cluster/control-plane/start.ts';
import {capture} from '../run.ts';
import type {connectedNetwork} from './contour-network.ts';
import {LIVE_GATEWAY, type LiveGateway, startCluster} from './live-gateway.ts';
import type {GatewayPrograms} from './programs.ts';

/**
 * Starts an API server, Contour and, in the network namespace, Envoy.
 *
 * @throws Error when one of them ends, or does not come up
 */
export async function startContour(
  {kubernetes, contour, envoy}: GatewayPrograms,
  {outer, inner, enter}: Awaited<ReturnType<typeof connectedNetwork>>,
  guarded: Guard,
): Promise<LiveGateway> {
  const {folder, start} = guarded;
  const module = await moduleFolder(`github.com/projectcontour/contour@${CONTOUR}`);
  const kinds = path.join(module, 'examples/contour/01-crds.yaml');
  const controllerName = 'projectcontour.io/gateway-controller';
  const cluster = await startCluster(kubernetes, outer, guarded, {controllerName, files: [kinds]});
  const [xds, ...own] = await freePorts(4);
  const at = [`--xds-address=${outer}`, `--xds-port=${xds}`];
  const config = path.join(folder, 'contour.json');
  writeFileSync(config, JSON.stringify({gateway: {gatewayRef: LIVE_GATEWAY}}));
  const bootstrap = path.join(folder, 'bootstrap.json');
  await capture(contour, ['bootstrap', bootstrap, '--admin-address=envoy.sock', ...at]);
  const serve = [
    ...['serve', '--insecure', '--disable-leader-election', `--kubeconfig=${cluster.kubeconfig}`, ...at],
    ...['http', 'health', 'debug-http'].map((name, index) => `--${name}-port=${own[index]}`),
    // Contour 1.33 reads versions of these kinds that Gateway API 1.7 does not have.
    ...['tlsroutes', 'tcproutes', 'backendtlspolicies'].map((kind) => `--disable-feature=${kind}`),
    `--config-path=${config}`,
  ];
  const proxy = '--service-cluster contour --service-node envoy --concurrency 1 --disable-hot-restart';
  const [program = '', ...before] = [...enter, envoy, '-c', bootstrap];
  const admin = `http://${inner}:8002`;
  await Promise.race([
    start('contour', contour, serve),
    start('envoy', program, [...before, ...proxy.split(' '), '--log-level', 'warn']),
    until(() =>
      fetch(`${admin}/ready`).then(
        ({ok}) => ok,
        () => false,
      ),
    ),
  ]);
  // Envoy listens on a port that is 8000 above that of the listener.
  return {...cluster, admin, place: {host: inner, port: 8080}};
}
