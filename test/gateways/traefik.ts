import {readFileSync} from 'node:fs';
import path from 'node:path';
import type {Guard} from '../cluster/control-plane/guard.ts';
import type {connectedNetwork} from './contour-network.ts';
import {type LiveGateway, startCluster} from './live-gateway.ts';

/** Starts an API server and Traefik, with an entry point for the listener of its Gateway. */
export async function startTraefik(
  {kubernetes, traefik}: Readonly<Record<'kubernetes' | 'traefik', string>>,
  {outer}: Pick<Awaited<ReturnType<typeof connectedNetwork>>, 'outer'>,
  guarded: Guard,
): Promise<LiveGateway> {
  const controllerName = 'traefik.io/gateway-controller';
  const cluster = await startCluster(kubernetes, outer, guarded, {controllerName});
  const {clusters, users} = JSON.parse(readFileSync(cluster.kubeconfig, 'utf8'));
  const provider = {
    endpoint: clusters[0].cluster.server,
    token: users[0].user.token,
    certAuthFilePath: path.join(guarded.folder, 'certificates', 'apiserver.crt'),
    'statusAddress.ip': outer,
  };
  const place = {host: outer, port: 80};
  guarded.start('traefik', traefik, [
    `--entryPoints.web.address=${place.host}:${place.port}`,
    ...['checkNewVersion', 'sendAnonymousUsage'].map((name) => `--global.${name}=false`),
    ...Object.entries(provider).map(([name, value]) => `--providers.kubernetesGateway.${name}=${value}`),
  ]);
  return {...cluster, place};
}
