import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {until} from '../cluster/control-plane/start.ts';
import {capture} from '../run.ts';

/** A network of two addresses that nothing outside of this computer reaches, and that the API server takes for those of pods. */
export interface Network {
  /** That of this side. */
  readonly outer: string;
  /** That of the programs inside, whose ports are all free. */
  readonly inner: string;
  /** What comes before a command that runs inside. */
  readonly enter: readonly string[];
}

/**
 * Creates a network namespace that is connected to this one. Both ends of the connection are removed with the last process inside.
 *
 * @throws ProgramFailed without the right to do so, which root has
 */
export async function connectedNetwork(guarded: Guard): Promise<Network> {
  const file = path.join(guarded.folder, 'network-pid');
  const held = guarded.start('network', 'unshare', [
    '--net',
    'sh',
    '-c',
    `echo $$ >'${file}'; exec sleep infinity`,
  ]);
  await Promise.race([held, until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))]);
  const pid = readFileSync(file, 'utf8').trim();
  const enter = ['nsenter', '--target', pid, '--net'];
  const [link, number] = [`apigen${pid}`, Number(pid) % 256];
  const [outer, inner] = [`10.99.${number}.1`, `10.99.${number}.2`];
  for (const command of [
    `ip link add ${link} type veth peer name inner netns ${pid}`,
    `ip address add ${outer}/30 dev ${link}`,
    `ip link set ${link} up`,
    ...['ip link set lo up', `ip address add ${inner}/30 dev inner`, 'ip link set inner up'].map(
      (inside) => `${enter.join(' ')} ${inside}`,
    ),
  ]) {
    const [program = '', ...args] = command.split(' ');
    await capture(program, args);
  }
  return {outer, inner, enter};
}
