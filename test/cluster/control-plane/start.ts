import {generateKeyPairSync} from 'node:crypto';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {capture, run} from '../../run.ts';
import type {ProgramFolders} from './build-programs.ts';
import {components} from './components.ts';
import type {Guard} from './guard.ts';

/** The cluster's first objects, and our stages for kwok. */
const MANIFESTS = import.meta.dirname;
const TOKEN = 'administrator';
const UP_WITHIN_MS = 120_000;

/**
 * Starts etcd, the API server, the controller manager, the scheduler and kwok on free loopback ports, and waits until a
 * pod can run. All their files are in the guard's folder.
 *
 * @returns a kubeconfig that gives an administrator's access; its context is `apigen-test`.
 * @throws Error with the end of each log when it does not come up.
 */
export async function startControlPlane(programs: ProgramFolders, guarded: Guard): Promise<string> {
  try {
    return await bringUp(programs, guarded);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`the control plane does not come up: ${reason}\n${logsIn(guarded.folder)}`);
  }
}

async function bringUp(programs: ProgramFolders, guarded: Guard): Promise<string> {
  const {kubeconfig, servers, ports} = await startApiServer(programs.kubernetes, guarded);
  const own = ['stages.yaml', 'port-forward.yaml'].map((name) => path.join(MANIFESTS, name));
  const stages = [path.join(programs.kwok, 'stages.yaml'), ...own];
  const rest = components(ports, stages)
    .slice(2)
    .map(({name, args}) =>
      guarded.start(name, path.join(name === 'kwok' ? programs.kwok : programs.kubernetes, name), args),
    );
  await Promise.race([...servers, ...rest, furnish(programs, kubeconfig)]);
  return kubeconfig;
}

/** Starts etcd and the API server alone, which run no pod, and waits until they are ready. `servers` reject when one of them ends. */
export async function startApiServer(programs: string, {folder, start}: Pick<Guard, 'folder' | 'start'>) {
  const [etcd = 0, etcdPeer = 0, apiServer = 0, kubelet = 0] = await freePorts(4);
  const ports = {etcd, etcdPeer, apiServer, kubelet};
  writeKeys(folder);
  const servers = components(ports, [])
    .slice(0, 2)
    .map(({name, args}) => start(name, path.join(programs, name), args));
  const certificate = path.join(folder, 'certificates', 'apiserver.crt');
  await Promise.race([...servers, until(() => existsSync(certificate))]);
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, administrator(apiServer, readFileSync(certificate)));
  const kubectl = (...args: string[]) =>
    run(path.join(programs, 'kubectl'), ['--kubeconfig', kubeconfig, ...args]);
  const ready = until(async () => (await kubectl('get', '--raw', '/readyz')).status === 0);
  await Promise.race([...servers, ready]);
  return {kubeconfig, servers, ports};
}

async function furnish(programs: ProgramFolders, kubeconfig: string): Promise<void> {
  const program = path.join(programs.kubernetes, 'kubectl');
  const kubectl = (args: readonly string[], input = '') =>
    capture(program, ['--kubeconfig', kubeconfig, ...args], {input});
  for (const file of ['node.yaml', 'storage-class.yaml'])
    await kubectl(['apply', '-f', path.join(MANIFESTS, file)]);
  await kubectl(['create', '-f', '-'], volumes(VOLUMES));
  await kubectl(['wait', '--for=condition=Ready', 'node/kwok', `--timeout=${UP_WITHIN_MS / 1000}s`]);
  // A pod is refused until its namespace has one.
  await kubectl(['wait', '--for=create', 'serviceaccount/default', '--namespace=default', '--timeout=60s']);
}

/** One per claim of all tests: no provisioner creates volumes here. */
const VOLUMES = 500;

function volumes(count: number): string {
  const spec = {
    ...{capacity: {storage: '100Gi'}, accessModes: ['ReadWriteOnce'], storageClassName: 'standard'},
    persistentVolumeReclaimPolicy: 'Retain',
    // No kubelet mounts it.
    hostPath: {path: '/nonexistent'},
  };
  const items = Array.from({length: count}, (_, index) => ({
    ...{apiVersion: 'v1', kind: 'PersistentVolume', metadata: {name: `volume-${index}`}, spec},
  }));
  return JSON.stringify({apiVersion: 'v1', kind: 'List', items});
}

function administrator(port: number, certificate: Buffer): string {
  const name = 'apigen-test';
  const server = `https://127.0.0.1:${port}`;
  const cluster = {server, 'certificate-authority-data': certificate.toString('base64')};
  return JSON.stringify({
    ...{apiVersion: 'v1', kind: 'Config', 'current-context': name},
    clusters: [{name, cluster}],
    users: [{name, user: {token: TOKEN}}],
    contexts: [{name, context: {cluster: name, user: name}}],
  });
}

function writeKeys(folder: string): void {
  writeFileSync(path.join(folder, 'tokens.csv'), `${TOKEN},${TOKEN},${TOKEN},system:masters\n`);
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: {type: 'spki', format: 'pem'},
    privateKeyEncoding: {type: 'pkcs8', format: 'pem'},
  });
  writeFileSync(path.join(folder, 'service-account.key'), keys.privateKey, {mode: 0o600});
  writeFileSync(path.join(folder, 'service-account.pub'), keys.publicKey);
}

/** Free ports; all are occupied until the last one is assigned, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({length: count}, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Waits until a condition is met. Throws when it is not within 2 minutes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + UP_WITHIN_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not up within ${UP_WITHIN_MS / 1000} s`);
    await sleep(100);
  }
}

/** The end of each log of a folder. */
export function logsIn(folder: string): string {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const end = (name: string) =>
    readFileSync(path.join(folder, name), 'utf8').split('\n').slice(-8).join('\n');
  return logs.map((name) => `${name}:\n${end(name)}`).join('\n');
}
