import {createHash} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parseAllDocuments} from 'yaml';
import {built} from '../cluster/control-plane/build-programs.ts';
import {type Guard, guard} from '../cluster/control-plane/guard.ts';
import {PROGRAMS} from '../cluster/control-plane/programs.ts';
import {until as met} from '../cluster/control-plane/start.ts';
import {postgresPrograms, startPostgres} from '../cluster/support/postgresql.ts';
import {capture, type Finished} from '../run.ts';
import {pathOf, type TracerProgram} from './programs.ts';

const CHART = path.resolve(import.meta.dirname, '..', '..', 'plugins', 'tracer', 'chart');
const PASSWORD = 'p4ssword';
const PORT = 21_633;

/** Names of the chart's Services and their addresses here; every address has all ports for itself. */
const HOSTS = {
  'kindA-query': '127.0.0.12',
  'tracer-collector': '127.0.0.13',
  'tempo-server': '127.0.0.1',
} as const;

/** A kind of trace backend, Tempo over HTTP with tenants, and a Jaeger that the server does not support. */
export type StackKind = 'kindA' | 'kindB' | 'kindB with tenants' | 'kindA, newer';

/** The server's database. */
export interface Database {
  /** Runs a command of the shell, to which the URL of the database, or of another one of its user, is added. */
  readonly onDatabase: (command: string, name?: string) => Promise<Finished>;
  readonly stop: () => Promise<void>;
}

/** The server with its database, collector and trace backend, with the configuration that the chart renders. */
export interface Stack extends Database {
  /** URL of the server's API. */
  readonly api: string;
  /** OTLP/HTTP endpoint of the collector. */
  readonly otlp: string;
  readonly folder: string;
  /** Starts another program, with variables. */
  readonly start: (program: string, args: readonly string[], variables: readonly string[]) => void;
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

/** Waits until something is ready. Throws when it is not within 2 minutes. */
export const until = (what: string, ready: () => Promise<boolean>): Promise<void> =>
  met(() => ready().catch(() => false)).catch((cause) => {
    throw new Error(`${what} is not ready`, {cause});
  });

const answers = (what: string, url: string) => until(what, async () => (await fetch(url)).ok);

async function startBackend(guarded: Guard, kind: StackKind) {
  const {folder} = guarded;
  const program = pathOf(BACKENDS[kind].program);
  if (kind === 'kindA' || kind === 'kindA, newer') {
    guarded.start('jaeger', program, [`--config=${folder}/backend.yaml`]);
    return answers('Jaeger', `http://${HOSTS['kindA-query']}:13133/status`);
  }
  writeFileSync(path.join(folder, 'tempo.yaml'), TEMPO(folder, kind === 'kindB with tenants'));
  guarded.start('tempo', program, [`-config.file=${folder}/tempo.yaml`]);
  return answers('Tempo', `http://${HOSTS['tempo-server']}:3200/ready`);
}

async function startServer(guarded: Guard): Promise<string> {
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
  guarded.start('server', 'env', [...env, pathOf('server'), 'serve', ...files]);
  const api = `http://127.0.0.1:${PORT}/api`;
  await answers('the server', `${api}/tests`);
  return api;
}

const TEMPO_VALUES = 'telemetry.dataStores.kindB.kindB';

/** The program of each backend, and the chart's values for it. */
export const BACKENDS: Readonly<
  Record<StackKind, {readonly program: TracerProgram; readonly values: readonly string[]}>
> = {
  kindA: {program: 'jaeger', values: ['backend.enabled=true']},
  'kindA, newer': {program: 'newerJaeger', values: ['backend.enabled=true']},
  kindB: {program: 'tempo', values: [`${TEMPO_VALUES}.endpoint=tempo-server:9095`]},
  'kindB with tenants': {
    program: 'tempo',
    values: [
      ...[`${TEMPO_VALUES}.endpoint=tempo-server:3200`, `${TEMPO_VALUES}.protocol=http`],
      ...[`${TEMPO_VALUES}.headers.X-Scope-OrgID=shop`, 'collector.export.headers.X-Scope-OrgID=shop'],
    ],
  },
};

function valuesOf(kind: StackKind, databasePort: number): string[] {
  const external = ['host=127.0.0.1', `port=${databasePort}`, 'sslmode=disable', `password=${PASSWORD}`];
  return [
    ...external.map((value) => `externalDatabase.${value}`),
    ...['postgresql.enabled=false', 'collector.enabled=true', `server.httpPort=${PORT}`],
    `server.telemetry.dataStore=${kind.slice(0, 5)}`,
    ...BACKENDS[kind].values,
  ];
}

/** A digest of the configuration files that the chart renders. */
export async function configurationOf(kind: StackKind): Promise<string> {
  const files = (await render(valuesOf(kind, 5432))).map(({data}) => data);
  return createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8);
}

/** Starts a PostgreSQL with an empty database, which belongs to a user without further rights, except for databases of its own. */
export async function startDatabase(): Promise<Database & {readonly port: number}> {
  const {port, run, stop} = await startPostgres(postgresPrograms() ?? '', 'postgres', PASSWORD);
  const onDatabase = (command: string, name = 'tracer', user = 'tracer') =>
    run(['sh', '-c', `${command} postgresql://${user}@127.0.0.1:${port}/${name}`], PASSWORD);
  const role = `psql --command="CREATE ROLE tracer CREATEDB LOGIN PASSWORD '${PASSWORD}'"`;
  await onDatabase(`${role} --command="CREATE DATABASE tracer OWNER tracer"`, 'postgres', 'postgres');
  return {port, onDatabase, stop};
}

/** The ports of the sample application. */
export const SAMPLE_PORTS = {frontend: 28_080, customer: 28_081, driver: 28_082, route: 28_083};

/** Starts the sample application. Throws when it does not become ready. */
export function startSampleApp({start, otlp}: Stack): Promise<void> {
  const ports = Object.entries(SAMPLE_PORTS).map(([name, port]) => `--${name}-service-port=${port}`);
  start(pathOf('sampleApp'), ['all', ...ports], [`OTEL_EXPORTER_OTLP_ENDPOINT=${otlp}`]);
  return answers('the sample application', `http://127.0.0.1:${SAMPLE_PORTS.frontend}/`);
}

/** Starts everything. Throws when a program does not become ready. */
export async function startStack(kind: StackKind): Promise<Stack> {
  const {port, onDatabase, ...database} = await startDatabase();
  const guarded = guard();
  const stop = async () => {
    await guarded.close();
    await database.stop();
  };
  try {
    const objects = await render(valuesOf(kind, port));
    const {folder} = guarded;
    writeConfig(objects, 'tracer', folder);
    writeConfig(objects, 'tracer-collector', folder, HOSTS['tracer-collector']);
    writeConfig(objects, 'tracer-backend', folder, HOSTS['kindA-query']);
    await startBackend(guarded, kind);
    guarded.start('collector', pathOf('collector'), [`--config=${folder}/collector.yaml`]);
    await answers('the collector', `http://${HOSTS['tracer-collector']}:13133/`);
    const api = await startServer(guarded);
    return {
      ...{api, otlp: `http://${HOSTS['tracer-collector']}:4318`, folder, onDatabase, stop},
      start: (program, args, variables) =>
        guarded.start(path.basename(program), 'env', [...variables, program, ...args]),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
