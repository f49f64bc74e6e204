import {generateKeyPairSync} from 'node:crypto';
import {once} from 'node:events';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {capture, run} from '../../run.ts';
import type {ProgramFolders} from './build-programs.ts';
import {type Component, components} from './components.ts';
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
export function startControlPlane(programs: ProgramFolders, guarded: Guard): Promise<string> {
  return bringUp(programs, guarded).catch(withLogs('the control plane', guarded));
}

/** What to do with an error of programs that do not come up: it is thrown with the end of each log. */
export function withLogs(what: string, {folder}: Guard): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`${what} does not come up: ${reason}\n${ends(folder)}`);
  };
}

/** The folders of programs that an API server needs, without those that run pods. */
type ServerFolders = Pick<ProgramFolders, 'kubernetes'> & Partial<ProgramFolders>;

/** Starts etcd and the API server alone, which run no pod. Returns the kubeconfig too. */
export async function startApiServer(programs: ServerFolders, guarded: Guard) {
  const {folder} = guarded;
  const [etcd = 0, etcdPeer = 0, apiServer = 0, kubelet = 0] = await freePorts(4);
  writeKeys(folder);
  const own = ['stages.yaml', 'port-forward.yaml'].map((name) => path.join(MANIFESTS, name));
  const stages = [path.join(programs.kwok ?? '', 'stages.yaml'), ...own];
  const all = components({etcd, etcdPeer, apiServer, kubelet}, stages);
  const start = ({name, args}: Component) =>
    guarded.start(name, path.join((name === 'kwok' && programs.kwok) || programs.kubernetes, name), args);

  const servers = all.slice(0, 2).map(start);
  const certificate = path.join(folder, 'certificates', 'apiserver.crt');
  await Promise.race([...servers, until(() => existsSync(certificate))]);
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, administrator(apiServer, readFileSync(certificate)));
  const kubectl = (...args: string[]) =>
    run(path.join(programs.kubernetes, 'kubectl'), ['--kubeconfig', kubeconfig, ...args]);
  const ready = until(async () => (await kubectl('get', '--raw', '/readyz')).status === 0);
  await Promise.race([...servers, ready]);
  return {kubeconfig, servers, startOthers: () => all.slice(2).map(start)};
}

async function bringUp(programs: ProgramFolders, guarded: Guard): Promise<string> {
  const {kubeconfig, servers, startOthers} = await startApiServer(programs, guarded);
  const rest = startOthers();
  await Promise.race([...servers, ...rest, furnish(programs, kubeconfig)]);
  return kubeconfig;
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

function ends(folder: string): string {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const end = (name: string) =>
    readFileSync(path.join(folder, name), 'utf8').split('\n').slice(-8).join('\n');
  return logs.map((name) => `${name}:\n${end(name)}`).join('\n');
}
