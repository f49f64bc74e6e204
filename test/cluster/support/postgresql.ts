import {chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {capture, type Finished, run} from '../../run.ts';
import {type Guard, guard, WITH_PARENT} from '../control-plane/guard.ts';
import {freePorts, until} from '../control-plane/start.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Folder of PostgreSQL's programs, the newest of those that are installed; undefined when there is none. */
export function postgresPrograms(): string | undefined {
  const byDebian = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newestFirst = byDebian.map(Number).sort((one, other) => other - one);
  const folders = [
    ...newestFirst.map((major) => path.join(DEBIAN, `${major}`, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** A PostgreSQL server of one's own on a free port of loopback, that asks each connection for a password. */
export interface Postgres {
  readonly port: number;
  /** Runs one of PostgreSQL's programs with this password and no other variable of ours. */
  readonly run: (command: readonly string[], password: string) => Promise<Finished>;
  readonly stop: () => Promise<void>;
}

/** Starts a server whose superuser has this name and password. */
export async function startPostgres(programs: string, user: string, password: string): Promise<Postgres> {
  const guarded = guard();
  try {
    return await start(guarded, programs, user, password);
  } catch (error) {
    await guarded.close();
    throw error;
  }
}

async function start(guarded: Guard, programs: string, user: string, password: string): Promise<Postgres> {
  const env = {PATH: `${programs}:${process.env.PATH}`, LC_ALL: 'C.UTF-8'};
  const data = path.join(guarded.folder, 'data');
  const own = await ownCommand(guarded.folder, data, programs);
  const execute = ([command = '', ...args]: readonly string[]) => capture(command, args, {env});

  const passwordFile = path.join(guarded.folder, 'password');
  writeFileSync(passwordFile, password);
  const login = [`--username=${user}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await execute(own('initdb', [`--pgdata=${data}`, ...login, '--no-sync', '--encoding=UTF8']));

  const [port = 0] = await freePorts(1);
  const sockets = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const [command = '', ...args] = own('postgres', ['-D', data, '-p', `${port}`, ...sockets]);
  guarded.start('postgres', command, args);
  const ready = ['-h', '127.0.0.1', '-p', `${port}`, '-U', user, '-d', 'postgres'];
  await until(async () => (await run('pg_isready', ready, {env})).status === 0);
  return {
    port,
    run: ([program = '', ...rest], PGPASSWORD) => run(program, rest, {env: {...env, PGPASSWORD}}),
    stop: async () => {
      // Killed, it would leave its shared memory behind.
      await execute(own('pg_ctl', ['stop', '-D', data, '-m', 'immediate'])).finally(guarded.close);
    },
  };
}

/** How to run a program as the owner of the data: PostgreSQL refuses to run as root. */
async function ownCommand(folder: string, data: string, programs: string) {
  const asRoot = process.getuid?.() === 0;
  mkdirSync(data);
  chmodSync(folder, 0o711);
  if (asRoot) await capture('chown', ['postgres', data]);
  const user = asRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...WITH_PARENT]
    : [];
  return (program: string, args: readonly string[]) => [...user, path.join(programs, program), ...args];
}
