import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {helmMajors} from '../support/clients.ts';
import {type Postgres, postgresPrograms, startPostgres} from '../support/postgresql.ts';
import {container, type Rendered, render} from '../support/render.ts';
import '../timeout.ts';

const programs = postgresPrograms();
const [major = 3] = helmMajors;
const USER = 'tracer@server';
const PASSWORD = "it's 100% \\secret";
// A name that a connection string has to quote.
const DATABASE = String.raw`o'neill \traces`;

if (programs === undefined)
  process.stderr.write(
    'Not tested: the chart against a PostgreSQL. Install it: apt-get install postgresql\n',
  );

/** The chart's objects for the server of the test, as an external database. */
const rendered = (port: number, values: object) => {
  const file = path.join(clusterAccess().folder, 'database-values.json');
  const externalDatabase = {
    ...{host: '127.0.0.1', port, username: USER, database: DATABASE, sslmode: 'disable', password: PASSWORD},
  };
  writeFileSync(file, JSON.stringify({postgresql: {enabled: false}, externalDatabase, ...values}));
  return render(major, ['--values', file]);
};

const connectionString = (objects: Map<string, Rendered>): string =>
  parse(objects.get('ConfigMap/tracer')?.data?.['config.yaml'] ?? '').postgresConnString;

/** Command of an init container of the server, with the ConfigMap where the test has put it. */
function initCommand(objects: Map<string, Rendered>, name: string): string[] {
  const {folder} = clusterAccess();
  writeFileSync(
    path.join(folder, 'data-store.sql'),
    objects.get('ConfigMap/tracer')?.data?.['data-store.sql'] ?? '',
  );
  const {command = []} = container(objects.get('Deployment/tracer'), name) ?? {};
  return command.map((word) => word.replace('/config/', `${folder}/`));
}

(programs ? describe : describe.skip)('the chart with a PostgreSQL', () => {
  let postgres: Postgres;
  let stop = async () => {};
  const psql = (sql: string, connection: string, password = PASSWORD) =>
    postgres.run(['psql', '-X', '-q', '-A', '-t', '-c', sql, connection], password);
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '', USER, PASSWORD);
    stop = postgres.stop;
    const connection = ['-h', '127.0.0.1', '-p', `${postgres.port}`, '-U', USER];
    expect(await postgres.run(['createdb', ...connection, DATABASE], PASSWORD)).toMatchObject({status: 0});
  });
  afterAll(() => stop());

  it('connects by its connection string with the password, and not with another', async () => {
    const connection = connectionString(await rendered(postgres.port, {}));
    const asked = 'SELECT current_user, current_database()';
    expect(await psql(asked, connection)).toEqual({status: 0, stdout: `${USER}|${DATABASE}\n`, stderr: ''});
    expect(await psql(asked, connection, 'wrong')).toEqual({
      status: 2,
      stdout: '',
      stderr: `psql: error: connection to server at "127.0.0.1", port ${postgres.port} failed: FATAL:  password authentication failed for user "${USER}"\n`,
    });
  });

  it('waits for it before the server starts', async () => {
    const {port, run} = postgres;
    const wait = initCommand(await rendered(port, {}), 'wait-for-database');
    const there = {status: 0, stdout: `127.0.0.1:${port} - accepting connections\n`, stderr: ''};
    expect(await run(wait, '')).toEqual(there);
    // Nothing listens on port 1. Only the shell gets the signal, like from a kubelet.
    const missing = initCommand(await rendered(1, {}), 'wait-for-database');
    expect(await run(['timeout', '--foreground', '3', ...missing], '')).toEqual({
      status: 124,
      stdout: expect.stringMatching(/^(127\.0\.0\.1:1 - no response\n)+$/),
      stderr: '',
    });
  });

  // The server keeps the backend of its first start in this table; these are the columns of its migrations.
  const TABLE =
    'CREATE TABLE data_stores ("id" varchar PRIMARY KEY, "name" varchar, "type" varchar NOT NULL, "is_default" boolean NOT NULL, "values" jsonb, "created_at" timestamp)';
  const FIRST_START = `${TABLE}; INSERT INTO data_stores VALUES ('first', 'jaeger', 'jaeger', true, '{"Jaeger": {"Endpoint": "kindA-query:16685"}}', now())`;
  const KIND_B = {
    server: {telemetry: {dataStore: 'kindB'}},
    telemetry: {dataStores: {kindB: {kindB: {endpoint: 'tempo:9095'}}}},
  };
  const stored = `SELECT id, type, is_default, coalesce("values"->'Jaeger'->>'Endpoint', "values"->'Tempo'->'Grpc'->>'Endpoint') FROM data_stores`;

  it('gives the server another trace backend when the values name another', async () => {
    const objects = await rendered(postgres.port, {});
    const connection = connectionString(objects);
    const apply = async (values: object, password = PASSWORD) =>
      postgres.run(initCommand(await rendered(postgres.port, values), 'set-data-store'), password);
    const row = async () => (await psql(stored, connection)).stdout;
    const silent = {status: 0, stdout: '', stderr: ''};

    expect(await apply({})).toEqual(silent);
    expect(await psql(FIRST_START, connection)).toEqual(silent);
    expect(await apply({})).toEqual(silent);
    expect(await row()).toBe('first|jaeger|t|kindA-query:16685\n');

    expect(await apply(KIND_B)).toEqual({...silent, stdout: 'the trace backend is now kindB\n'});
    expect(await row()).toBe('first|tempo|t|tempo:9095\n');

    const byHand = `UPDATE data_stores SET "values" = '{"Tempo": {"Grpc": {"Endpoint": "by-hand:9095"}}}'`;
    expect(await psql(byHand, connection)).toEqual(silent);
    expect(await apply(KIND_B)).toEqual(silent);
    expect(await row()).toBe('first|tempo|t|by-hand:9095\n');

    expect(await psql('UPDATE data_stores SET is_default = false', connection)).toEqual(silent);
    expect(await apply({})).toEqual({...silent, stdout: 'the trace backend is now kindA\n'});
    expect(await row()).toBe('first|tempo|f|by-hand:9095\nchart|jaeger|t|kindA-query:16685\n');

    expect(await apply({}, 'wrong')).toMatchObject({status: 2, stdout: ''});
  });

  it('leaves the backend alone where psql cannot compare certificates', async () => {
    const externalDatabase = {host: 'db', password: 'x', sslmode: 'verify-full'};
    const objects = await rendered(postgres.port, {externalDatabase});
    expect(container(objects.get('Deployment/tracer'), 'set-data-store')).toBeUndefined();
  });
});
