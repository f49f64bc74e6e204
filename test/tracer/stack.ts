import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {parseAllDocuments} from 'yaml';
import {built} from '../cluster/control-plane/build-programs.ts';
import {type Guard, guard} from '../cluster/control-plane/guard.ts';
import {PROGRAMS} from '../cluster/control-plane/programs.ts';
import {type Postgres, postgresPrograms, startPostgres} from '../cluster/support/postgresql.ts';
import {capture} from '../cluster/support/run.ts';
import type {TracerPrograms} from './programs.ts';

const CHART = path.resolve(import.meta.dirname, '..', '..', 'plugins', 'tracer', 'chart');
const PASSWORD = 'p4ssword';

/** Names of the chart's Services and their addresses here; every address has all ports for itself. */
const HOSTS = {
  'kindA-query': '127.0.0.12',
  'tracer-collector': '127.0.0.13',
  'tempo-server': '127.0.0.1',
} as const;

/** A kind of trace backend, and Tempo over HTTP with tenants. */
export type StackKind = 'kindA' | 'kindB' | 'kindB with tenants';

/** The server with its database, collector and trace backend, with the configuration that the chart renders. */
export interface Stack {
  /** URL of the server's API. */
  readonly api: string;
  /** OTLP/HTTP endpoint of the collector. */
  readonly otlp: string;
  readonly stop: () => Promise<void>;
}

interface Rendered {
  readonly kind: string;
  readonly metadata: {readonly name: string};
  readonly data?: Readonly<Record<string, string>>;
}

async function render(values: readonly string[]): Promise<readonly Rendered[]> {
  const helm = path.join(await built(PROGRAMS.helm3), 'helm');
  const sets = values.flatMap((value) => ['--set', value]);
  const manifest = await capture(helm, ['template', 'tracer', CHART, ...sets]);
  return parseAllDocuments(manifest).map((document) => document.toJS());
}

/** Writes the configuration files of a component, with addresses of this machine instead of the cluster's. */
function writeConfig(objects: readonly Rendered[], name: string, folder: string, listen?: string): void {
  const found = objects.find((one) => one.kind === 'ConfigMap' && one.metadata.name === name);
  for (const [file, text] of Object.entries(found?.data ?? {})) {
    const local = Object.entries(HOSTS).reduce(
      (all, [host, ip]) => all.replaceAll(`${host}:`, `${ip}:`),
      text,
    );
    writeFileSync(path.join(folder, file), listen ? local.replaceAll('0.0.0.0', listen) : local);
  }
}

/** With `multitenancy_enabled`, Tempo refuses requests without a tenant's header. */
const TEMPO = (folder: string, tenants: boolean) => `
multitenancy_enabled: ${tenants}
server: {http_listen_address: ${HOSTS['tempo-server']}, http_listen_port: 3200, grpc_listen_address: ${HOSTS['tempo-server']}, grpc_listen_port: 9095}
memberlist: {bind_addr: [${HOSTS['tempo-server']}]}
ingester: {lifecycler: {address: ${HOSTS['tempo-server']}, ring: {kvstore: {store: inmemory}, replication_factor: 1}}}
query_frontend: {mcp_server: {enabled: false}}
querier: {frontend_worker: {frontend_address: '${HOSTS['tempo-server']}:9095'}}
distributor: {receivers: {otlp: {protocols: {grpc: {endpoint: '${HOSTS['tempo-server']}:4317'}}}}}
storage: {trace: {backend: local, wal: {path: ${folder}/wal}, local: {path: ${folder}/blocks}}}
usage_report: {reporting_enabled: false}
`;

async function until(what: string, ready: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await ready().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} is not ready within 120 s`);
    await sleep(200);
  }
}

const answers = (what: string, url: string) => until(what, async () => (await fetch(url)).ok);

async function startBackend(programs: TracerPrograms, guarded: Guard, kind: StackKind) {
  const {folder} = guarded;
  if (kind === 'kindA') {
    guarded.start('jaeger', programs.jaeger, [`--config=${folder}/backend.yaml`]);
    return answers('Jaeger', `http://${HOSTS['kindA-query']}:13133/status`);
  }
  writeFileSync(path.join(folder, 'tempo.yaml'), TEMPO(folder, kind === 'kindB with tenants'));
  guarded.start('tempo', programs.tempo, [`-config.file=${folder}/tempo.yaml`]);
  return answers('Tempo', `http://${HOSTS['tempo-server']}:3200/ready`);
}

async function startServer(programs: TracerPrograms, guarded: Guard, port: number): Promise<string> {
  const {folder} = guarded;
  // The image has the web pages in this folder.
  mkdirSync(path.join(folder, 'html'));
  writeFileSync(path.join(folder, 'html', 'index.html'), '<html></html>');
  const variables = {
    TRACETEST_POSTGRES_PASSWORD: PASSWORD,
    TRACETEST_DEV: 'yes',
    // In a pod, these ports are the server's own.
    TRACETEST_OTLPSERVER_ENABLED: 'false',
  };
  const env = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const files = ['--config', `${folder}/config.yaml`, '--provisioning-file', `${folder}/provisioning.yaml`];
  guarded.start('server', 'env', [...env, programs.server, 'serve', ...files]);
  const api = `http://127.0.0.1:${port}/api`;
  await answers('the server', `${api}/tests`);
  return api;
}

const TEMPO_VALUES = 'telemetry.dataStores.kindB.kindB';

const BACKENDS: Readonly<Record<StackKind, readonly string[]>> = {
  kindA: ['backend.enabled=true'],
  kindB: [`${TEMPO_VALUES}.endpoint=tempo-server:9095`],
  'kindB with tenants': [
    ...[`${TEMPO_VALUES}.endpoint=tempo-server:3200`, `${TEMPO_VALUES}.protocol=http`],
    ...[`${TEMPO_VALUES}.headers.X-Scope-OrgID=shop`, 'collector.export.headers.X-Scope-OrgID=shop'],
  ],
};

function valuesOf(kind: StackKind, database: Postgres, port: number): string[] {
  const external = ['host=127.0.0.1', `port=${database.port}`, 'sslmode=disable', `password=${PASSWORD}`];
  return [
    ...external.map((value) => `externalDatabase.${value}`),
    ...['postgresql.enabled=false', 'collector.enabled=true', `server.httpPort=${port}`],
    ...['poolingConfig.maxWaitTimeForTrace=12s', `server.telemetry.dataStore=${kind.split(' ')[0]}`],
    ...BACKENDS[kind],
  ];
}

/** Starts everything; `port` is the server's. Throws when a program does not become ready. */
export async function startStack(programs: TracerPrograms, kind: StackKind, port: number): Promise<Stack> {
  const database = await startPostgres(postgresPrograms() ?? '', 'tracer', PASSWORD);
  const guarded = guard();
  const stop = async () => {
    await guarded.close();
    await database.stop();
  };
  try {
    const login = ['-h', '127.0.0.1', '-p', `${database.port}`, '-U', 'tracer', '-d', 'postgres'];
    await database.run(['psql', ...login, '-c', 'CREATE DATABASE tracer'], PASSWORD);
    const objects = await render(valuesOf(kind, database, port));
    const {folder} = guarded;
    writeConfig(objects, 'tracer', folder);
    writeConfig(objects, 'tracer-collector', folder, HOSTS['tracer-collector']);
    writeConfig(objects, 'tracer-backend', folder, HOSTS['kindA-query']);
    await startBackend(programs, guarded, kind);
    guarded.start('collector', programs.collector, [`--config=${folder}/collector.yaml`]);
    await answers('the collector', `http://${HOSTS['tracer-collector']}:13133/`);
    const api = await startServer(programs, guarded, port);
    return {api, otlp: `http://${HOSTS['tracer-collector']}:4318`, stop};
  } catch (error) {
    await stop();
    throw error;
  }
}
