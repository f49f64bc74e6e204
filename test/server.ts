import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';

/** A server that is listening on loopback. */
export interface Server {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly close: () => void;
}

/** Starts a server on a free port, or on the one given. */
export async function serve(answer: RequestListener, port = 0): Promise<Server> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close};
}
