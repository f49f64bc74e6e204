import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';

/** A server that is listening on loopback. */
export interface Server {
  /** `http://<address>:<port>`. */
  readonly url: string;
  readonly close: () => void;
}

/** Starts a server on a free port of loopback, or on the port or address given. */
export async function serve(answer: RequestListener, port = 0, host = '127.0.0.1'): Promise<Server> {
  const server = createServer(answer).listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {url: `http://${host}:${typeof address === 'object' ? address?.port : ''}`, close};
}
