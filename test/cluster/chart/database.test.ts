import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {helmMajors} from '../support/clients.ts';
import {type Postgres, postgresPrograms, startPostgres} from '../support/postgresql.ts';
import {container, type Rendered, render} from '../support/render.ts';

const programs = postgresPrograms();
const [major] = helmMajors;
const USER = 'tracer@server';
const PASSWORD = 'a-secret.100_~';
// A name that a connection string has to quote.
const DATABASE = String.raw`o'neill \traces`;
const PAGE = path.resolve(import.meta.dirname, '../../../plugins/tracer/docs/tracer.md');
const SILENT = {status: 0, stdout: '', stderr: ''};

if (programs === undefined)
  process.stderr.write('Not tested: the chart against a PostgreSQL: apt-get install postgresql\n');

type Objects = Map<string, Rendered>;
const configOf = (objects: Objects, file: string) => objects.get('ConfigMap/tracer')?.data?.[file] ?? '';

/** Command of an init container of the server, with the ConfigMap where the test has put it. */
function initCommand(objects: Objects, name: string): string[] {
  const {folder} = clusterAccess();
  writeFileSync(path.join(folder, 'provision-again.sql'), configOf(objects, 'provision-again.sql'));
  const {command = []} = container(objects.get('Deployment/tracer'), name) ?? {};
  return command.map((word) => word.replace('/config/', `${folder}/`));
}

(programs ? describe : describe.skip)('the chart with a PostgreSQL', () => {
  let postgres: Postgres;
  /** The chart's objects for the server of the test, as an external database. */
  const rendered = (values: object = {}, port = postgres.port) => {
    const file = path.join(clusterAccess().folder, 'database-values.json');
    const login = {username: USER, database: DATABASE, password: PASSWORD};
    const externalDatabase = {host: '127.0.0.1', port, sslmode: 'disable', ...login};
    writeFileSync(file, JSON.stringify({postgresql: {enabled: false}, externalDatabase, ...values}));
    return render(major, ['--values', file]);
  };
  /** The connection string of psql in the init container. */
  const connectionString = async () => initCommand(await rendered(), 'provision-again').at(-1) ?? '';
  const psql = (sql: string, connection: string, password = PASSWORD) =>
    postgres.run(['psql', '-X', '-q', '-A', '-t', '-c', sql, connection], password);
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '', USER, PASSWORD);
    const connection = ['-h', '127.0.0.1', '-p', `${postgres.port}`, '-U', USER];
    expect(await postgres.run(['createdb', ...connection, DATABASE], PASSWORD)).toEqual(SILENT);
  });
  afterAll(() => postgres?.stop());

  it('connects by URL and connection string with the password, and not with another', async () => {
    // The server builds its URL from its configuration file like this.
    const {user, host, port, dbname, params} = parse(configOf(await rendered(), 'config.yaml')).postgres;
    const url = `postgres://${user}:${PASSWORD}@${host}:${port}/${dbname}?${params}`;
    const asked = 'SELECT current_user, current_database()';
    const answer = {...SILENT, stdout: `${USER}|${DATABASE}\n`};
    const connection = await connectionString();
    expect(await psql(asked, url, 'wrong')).toEqual(answer);
    expect(await psql(asked, connection)).toEqual(answer);
    expect(await psql(asked, connection, 'wrong')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`FATAL:  password authentication failed for user "${USER}"\n`),
    });
  });

  it('waits for it before the server starts', async () => {
    const found = await postgres.run(initCommand(await rendered(), 'wait-for-database'), '');
    expect(found).toEqual({...SILENT, stdout: `127.0.0.1:${postgres.port} - accepting connections\n`});
    // Nothing listens on port 1. Only the shell gets the signal, like from a kubelet.
    const missing = initCommand(await rendered({}, 1), 'wait-for-database');
    expect(await postgres.run(['timeout', '--foreground', '3', ...missing], '')).toEqual({
      status: 124,
      stdout: expect.stringMatching(/^(127\.0\.0\.1:1 - no response\n)+$/),
      stderr: '',
    });
  });

  it('lets the server apply its provisioning file again when it changed', async () => {
    const connection = await connectionString();
    const apply = async (values: object, password = PASSWORD) =>
      postgres.run(initCommand(await rendered(values), 'provision-again'), password);
    const servers = async () => (await psql('SELECT id FROM server', connection)).stdout;
    expect(await apply({})).toEqual(SILENT);
    // The table and row that the server writes at its first start.
    const firstStart = "CREATE TABLE server (id varchar); INSERT INTO server VALUES ('first')";
    expect(await psql(firstStart, connection)).toEqual(SILENT);
    expect(await apply({})).toEqual(SILENT);
    expect(await servers()).toBe('first\n');

    const again = {...SILENT, stdout: 'the server will apply its provisioning file\n'};
    const changed = {poolingConfig: {maxWaitTimeForTrace: '2m'}};
    expect(await apply(changed)).toEqual(again);
    expect(await servers()).toBe('');
    expect(await psql("INSERT INTO server VALUES ('second')", connection)).toEqual(SILENT);
    expect(await apply(changed)).toEqual(SILENT);
    expect(await servers()).toBe('second\n');
    expect(await apply({}, 'wrong')).toMatchObject({status: 2, stdout: ''});
  });

  it('has no such container where psql cannot verify certificates', async () => {
    const objects = await rendered({externalDatabase: {host: 'db', password: 'x', sslmode: 'verify-full'}});
    expect(container(objects.get('Deployment/tracer'), 'provision-again')).toBeUndefined();
  });

  it('takes another password by the documented command, which runs in its pod', async () => {
    const [command] = /sh -c 'psql.*password" .*?'(?=`)/.exec(readFileSync(PAGE, 'utf8')) ?? [];
    const variables = [`POSTGRES_USER=${USER}`, `POSTGRES_DB=${DATABASE}`];
    const login = ['PGHOST=127.0.0.1', `PGPORT=${postgres.port}`, ...variables];
    // Without a terminal, psql reads what is entered from its standard input.
    const entered = ['setsid', '--wait', 'sh', '-c', `yes changed | ${command}`];
    expect(await postgres.run(['env', ...login, ...entered], PASSWORD)).toMatchObject({
      status: 0,
      stdout: '',
    });
    const asked = ['SELECT 1', await connectionString()] as const;
    expect(await psql(...asked)).toMatchObject({status: 2, stdout: ''});
    expect(await psql(...asked, 'changed')).toEqual({...SILENT, stdout: '1\n'});
  });
});
