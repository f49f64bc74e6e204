import {once} from 'node:events';
import {connect, createServer, type Socket} from 'node:net';

/** A proxy between a client and the API server. */
export interface Proxy {
  readonly address: string;
  /** From now on, accepts connections without answering. */
  readonly fallSilent: () => void;
  readonly close: () => void;
}

/** Forwards connections to a server, on a free loopback port; the server's certificate is valid for any port. */
export async function proxyTo(target: URL): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    if (silent) return;
    const upstream = connect(Number(target.port), target.hostname);
    sockets.add(upstream.on('error', () => client.destroy()));
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    address: `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    fallSilent: () => {
      silent = true;
      for (const socket of sockets) socket.unpipe();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
