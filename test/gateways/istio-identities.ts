import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http2';
import {Agent} from 'node:https';
import path from 'node:path';
import {capture} from '../run.ts';
import {POD} from './istio-pod.ts';

/** Service accounts of clients: the two of `clients.yaml`, and those with names near theirs. */
export const CLIENTS = ['shop/web-2', 'shop/web', 'ops/cron', 'ops/cron-2'] as const;

/** How a client's proxy connects. Source: istio, pilot, networking/util, `ALPNInMeshWithMxc`. */
const CONNECTION = {
  ...{ALPNProtocols: ['istio-http/1.1', 'istio', 'http/1.1'], keepAlive: true, maxSockets: 16},
  checkServerIdentity: () => undefined,
};

/**
 * Makes a CA, and certificates of the pod and of clients, as files in a folder.
 *
 * @returns with what a client connects, by its service account
 */
export async function makeIdentities(folder: string): Promise<Map<string | undefined, Agent>> {
  const file = (name: string) => path.join(folder, name);
  const certify = (name: string, ...args: string[]) =>
    capture('openssl', [
      ...'req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /O=mesh'.split(' '),
      ...['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`), ...args],
    ]);
  await certify('ca');
  const agentOf = async (account: string) => {
    const [namespace, name = ''] = account.split('/');
    const identity = `subjectAltName=URI:spiffe://cluster.local/ns/${namespace}/sa/${name}`;
    const signed = `-CA ${file('ca.pem')} -CAkey ${file('ca.key')} -addext ${identity} -addext basicConstraints=CA:false`;
    await certify(name, ...signed.split(' '));
    const [cert, key, ca] = [`${name}.pem`, `${name}.key`, 'ca.pem'].map((one) => readFileSync(file(one)));
    return new Agent({cert, key, ca, ...CONNECTION});
  };
  await agentOf(`${POD.namespace}/pets`);
  return new Map(await Promise.all(CLIENTS.map(async (one) => [one, await agentOf(one)] as const)));
}

const TYPE = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret';

/** A field of a message of Protobuf, of less than 16 KiB. */
function field(number: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const value = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.of((number << 3) | 2, (value.length & 127) | 128, value.length >> 7), value]);
}

/**
 * Serves what Istio's agent does: files with the certificate of the pod and that of the CA.
 *
 * @returns its address
 *
 * Source: Envoy, api/envoy/service/secret/v3/sds.proto, `StreamSecrets`; gRPC, PROTOCOL-HTTP2.md.
 */
export async function serveSecrets(folder: string, host: string) {
  const file = (name: string) => field(1, path.join(folder, name));
  const secrets = [
    {name: 'default', secret: field(2, field(1, file('pets.pem')), field(2, file('pets.key')))},
    {name: 'ROOTCA', secret: field(4, field(1, file('ca.pem')))},
  ];
  const server = createServer().listen(0, host).unref();
  server.on('stream', (stream) => {
    stream.respond({'content-type': 'application/grpc'});
    let asked = '';
    const answer = (part: string) => {
      asked += part;
      const found = secrets.find(({name}) =>
        asked.includes(`\x1a${String.fromCharCode(name.length)}${name}`),
      );
      if (!found) return;
      // What follows says that it was taken.
      stream.off('data', answer).resume();
      const resource = field(2, field(1, TYPE), field(2, field(1, found.name), found.secret));
      const response = Buffer.concat([field(1, '1'), resource, field(4, TYPE), field(5, '1')]);
      const head = Buffer.alloc(5);
      head.writeUInt32BE(response.length, 1);
      stream.write(Buffer.concat([head, response]));
    };
    stream.setEncoding('latin1').on('data', answer);
    stream.on('error', () => {});
  });
  await once(server, 'listening');
  const address = server.address();
  return {host, port: typeof address === 'object' ? (address?.port ?? 0) : 0};
}
