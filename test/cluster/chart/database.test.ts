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
const PASSWORD = 'a-secret.100_~';
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

/** The connection string of psql in the init container. */
const connectionString = (objects: Map<string, Rendered>): string =>
  container(objects.get('Deployment/tracer'), 'provision-again')?.command?.at(-1) ?? '';

/** The server's connection URL, as it builds it from its configuration file. */
function connectionUrl(objects: Map<string, Rendered>, password: string): string {
  const config = parse(objects.get('ConfigMap/tracer')?.data?.['config.yaml'] ?? '');
  const {user, host, port, dbname, params} = config.postgres;
  return `postgres://${user}:${password}@${host}:${port}/${dbname}?${params}`;
}

/** Command of an init container of the server, with the ConfigMap where the test has put it. */
function initCommand(objects: Map<string, Rendered>, name: string): string[] {
  const {folder} = clusterAccess();
  writeFileSync(
    path.join(folder, 'provision-again.sql'),
    objects.get('ConfigMap/tracer')?.data?.['provision-again.sql'] ?? '',
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

  it('connects by URL and connection string with the password, and not with another', async () => {
    const objects = await rendered(postgres.port, {});
    const connection = connectionString(objects);
    const asked = 'SELECT current_user, current_database()';
    const byUrl = await psql(asked, connectionUrl(objects, PASSWORD), 'wrong');
    expect(byUrl).toEqual({status: 0, stdout: `${USER}|${DATABASE}\n`, stderr: ''});
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

  const KIND_B = {
    server: {telemetry: {dataStore: 'kindB'}},
    telemetry: {dataStores: {kindB: {kindB: {endpoint: 'tempo:9095'}}}},
  };

  it('lets the server apply its provisioning file again when it changed', async () => {
    const connection = connectionString(await rendered(postgres.port, {}));
    const apply = async (values: object, password = PASSWORD) =>
      postgres.run(initCommand(await rendered(postgres.port, values), 'provision-again'), password);
    const servers = async () => (await psql('SELECT id FROM server', connection)).stdout;
    const silent = {status: 0, stdout: '', stderr: ''};

    expect(await apply({})).toEqual(silent);
    // The table and row that the server writes at its first start.
    const firstStart = "CREATE TABLE server (id varchar); INSERT INTO server VALUES ('first')";
    expect(await psql(firstStart, connection)).toEqual(silent);
    expect(await apply({})).toEqual(silent);
    expect(await servers()).toBe('first\n');

    const again = {...silent, stdout: 'the server will apply its provisioning file\n'};
    expect(await apply(KIND_B)).toEqual(again);
    expect(await servers()).toBe('');
    expect(await psql("INSERT INTO server VALUES ('second')", connection)).toEqual(silent);
    expect(await apply(KIND_B)).toEqual(silent);
    expect(await servers()).toBe('second\n');
    expect(await apply({poolingConfig: {maxWaitTimeForTrace: '1m'}})).toEqual(again);

    expect(await apply({}, 'wrong')).toMatchObject({status: 2, stdout: ''});
  });

  it('keeps the runs of server 0.9 readable', async () => {
    const objects = await rendered(postgres.port, {});
    const connection = connectionString(objects);
    const silent = {status: 0, stdout: '', stderr: ''};
    const sql = async (...statements: string[]) =>
      expect(await psql(statements.join(';'), connection)).toEqual(silent);
    const apply = async () =>
      expect(await postgres.run(initCommand(objects, 'provision-again'), PASSWORD)).toMatchObject({
        status: 0,
        stderr: '',
      });
    const runs = async () => (await psql('SELECT * FROM test_runs', connection)).stdout;
    // As server 0.9.7 leaves them.
    await sql('CREATE TABLE test_runs (id int)', 'INSERT INTO test_runs VALUES (1)');
    await sql('CREATE TABLE schema_migrations (version bigint PRIMARY KEY, dirty boolean)');
    await apply();
    await sql('INSERT INTO schema_migrations VALUES (18, false)');
    await apply();
    // As server 0.16 migrates them.
    await sql('TRUNCATE schema_migrations', 'INSERT INTO schema_migrations VALUES (32, true)');
    await sql('ALTER TABLE test_runs ADD COLUMN resolved_trigger jsonb');
    expect(await runs()).toBe('1|\n');
    await sql('TRUNCATE schema_migrations', 'INSERT INTO schema_migrations VALUES (32, false)');
    expect(await runs()).toBe('1|{}\n');
    await apply();
    const triggers = 'SELECT tgname FROM pg_trigger WHERE NOT tgisinternal';
    expect((await psql(triggers, connection)).stdout).toBe('');
  });

  it('has no such container where psql cannot verify certificates', async () => {
    const externalDatabase = {host: 'db', password: 'x', sslmode: 'verify-full'};
    const objects = await rendered(postgres.port, {externalDatabase});
    expect(container(objects.get('Deployment/tracer'), 'provision-again')).toBeUndefined();
  });
});
