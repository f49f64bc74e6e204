import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {type Guard, guard, WITH_PARENT} from '../cluster/control-plane/guard.ts';
import {until} from '../cluster/control-plane/start.ts';
import {capture} from '../run.ts';
import type {Place} from './ask.ts';
import {staticConfig, type Translated} from './envoy-config.ts';
import {CLASS, withSurroundings} from './http-routes.ts';
import {type GatewayPrograms, gatewayPrograms} from './programs.ts';

/** A gateway that serves objects. */
export interface RunningGateway {
  /** By the names of listeners: `<namespace>/<gateway>/<listener>`. */
  readonly ports: ReadonlyMap<string, Place>;
  readonly stop: () => Promise<void>;
}

/**
 * Translates objects with Envoy Gateway's own code, and starts Envoy with the result. Gateways and Services that HTTPRoutes name are added, and
 * a response header that names the rule. Every Service is one server.
 *
 * @param objects HTTPRoutes, and what comes with them, such as policies; labels of HTTPRoutes, and the age of objects, are not seen
 * @param backend the port of loopback of that server
 * @throws ProgramFailed when egctl refuses an object; Error with the log of Envoy when it does not start
 */
export async function startEnvoyGateway(
  objects: readonly KubernetesObject[],
  backend: number,
): Promise<RunningGateway> {
  const programs = gatewayPrograms();
  if (programs === undefined) throw new Error('no Envoy Gateway: run these tests by `npm run test:gateways`');
  const guarded = guard();
  try {
    const config = staticConfig(await translate(programs, guarded, objects), backend);
    return {ports: await startEnvoy(programs, guarded, config), stop: guarded.close};
  } catch (error) {
    await guarded.close();
    throw error;
  }
}

async function translate(
  {egctl}: GatewayPrograms,
  {folder}: Guard,
  objects: readonly KubernetesObject[],
): Promise<Translated> {
  // Each document is a line of JSON, which is YAML too. From standard input it would take lines of 64 KB at most.
  const texts = [CLASS, ...withSurroundings(objects)].map((object) => JSON.stringify(object));
  const file = path.join(folder, 'objects.yaml');
  writeFileSync(file, texts.join('\n---\n'));
  const args = ['experimental', 'translate', '--from', 'gateway-api', '--to', 'xds', '-t', 'all'];
  return JSON.parse(await capture('setpriv', [...WITH_PARENT, egctl, ...args, '-o', 'json', '-f', file]));
}

/** What Envoy's `/listeners?format=json` says. */
interface Listeners {
  readonly listener_statuses: readonly {
    readonly name: string;
    readonly local_address: {readonly socket_address: {readonly port_value: number}};
  }[];
}

async function startEnvoy(
  {envoy}: GatewayPrograms,
  guarded: Guard,
  config: object,
): Promise<Map<string, number>> {
  const [file, address] = ['envoy.json', 'admin-address'].map((name) => path.join(guarded.folder, name));
  writeFileSync(`${file}`, JSON.stringify(config));
  const args = ['-c', `${file}`, '--admin-address-path', `${address}`, '--log-level', 'warn'];
  const running = guarded.start('envoy', envoy, [...args, '--concurrency', '1', '--disable-hot-restart']);
  const admin = (page: string) => fetch(`http://${readFileSync(`${address}`, 'utf8')}/${page}`);
  const isReady = async () => existsSync(`${address}`) && (await admin('ready')).ok;
  await Promise.race([until(isReady), running]).catch((cause) => {
    throw new Error(readFileSync(path.join(guarded.folder, 'envoy.log'), 'utf8').slice(-4000), {cause});
  });
  const {listener_statuses: statuses}: Listeners = JSON.parse(
    await (await admin('listeners?format=json')).text(),
  );
  return new Map(
    statuses.map(({name, local_address: {socket_address}}) => [name, socket_address.port_value]),
  );
}
