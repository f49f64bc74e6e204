import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {until} from '../cluster/control-plane/start.ts';
import {capture} from '../run.ts';

/**
 * Creates a network namespace that is connected to this one. It ends with the last process inside, and the connection with it. Its addresses are
 * none of loopback, so the API server takes them for those of pods, and nothing outside of this computer reaches them.
 *
 * @returns the addresses of this side and of programs inside, for which all ports are free, and what comes before a command that runs inside
 * @throws ProgramFailed without the right to do so, which root has
 */
export async function connectedNetwork({folder, start}: Guard) {
  const file = path.join(folder, 'network.pid');
  const held = start('unshare', 'unshare', ['--net', 'sh', '-c', `echo $$ >${file}; exec sleep infinity`]);
  await Promise.race([held, until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))]);
  const pid = readFileSync(file, 'utf8').trim();
  const network = `10.99.${Number(pid) % 256}`;
  const [outer, inner] = [`${network}.1`, `${network}.2`];
  const [link, enter] = [`apigen${pid}`, ['nsenter', '--target', pid, '--net']];
  const script = `set -e
ip link add ${link} type veth peer name inner netns ${pid}
ip address add ${outer}/30 dev ${link}
ip link set ${link} up
${enter.join(' ')} sh -ec 'ip link set lo up; ip address add ${inner}/30 dev inner; ip link set inner up'`;
  await capture('sh', ['-c', script]);
  return {outer, inner, enter};
}
