import type {IncomingMessage, ServerResponse} from 'node:http';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {readDescription} from '../../../src/io/read/read-description.ts';
import {RemoteTime} from '../../../src/io/read/read-limits.ts';
import {meshRun} from '../../commands/mesh/mesh-run.ts';
import {type Server, serve} from '../../server.ts';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

/** A description whose paths refer to two files, one of which refers to the other. */
const sharedBy = (count: number) =>
  `openapi: 3.1.0\npaths:\n${Array.from({length: count}, (_, index) => `  /${index}: {$ref: "paths/${index % 2 ? 'put.yaml' : 'pets.yaml#/pets'}"}\n`).join('')}`;
const ROOT = 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "paths/pets.yaml#/pets"}\n';
const PAGES: Readonly<Record<string, string>> = {
  '/openapi.yaml': ROOT,
  '/paths/pets.yaml': 'pets: {get: {}, put: {$ref: "put.yaml"}}\n',
  '/paths/item.yaml': 'get: {}\n',
  '/paths/put.yaml': 'x-apigen: {timeouts: {request_timeout: 4}}\n',
  '/local.yaml': 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "file:///etc/hostname"}\n',
  '/missing-ref.yaml': 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "nothing.yaml"}\n',
  '/port-ref.yaml': 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "//127.0.0.1:1/a.yaml"}\n',
  '/moved-ref.yaml': 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "moved/paths/item.yaml"}\n',
  '/elsewhere-ref.yaml': 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "elsewhere"}\n',
  '/slow-refs.yaml': `openapi: 3.1.0\npaths:\n${Array.from({length: 300}, (_, index) => `  /${index}: {$ref: slow/${index}.yaml}\n`).join('')}`,
  '/100-refs.yaml': sharedBy(100),
};

let [here, there] = ['', ''];
let servers: readonly Server[] = [];

/** How often each address was asked for. */
const requests = new Map<string, number>();

function answer({url = '', headers}: IncomingMessage, response: ServerResponse): void {
  requests.set(url, (requests.get(url) ?? 0) + 1);
  // A later test would get a connection that the server has just closed.
  response.setHeader('connection', 'close');
  const address = url.replace(/^\/moved\//, '/');
  const page = PAGES[url];
  if (url === '/secret.yaml' && headers.authorization !== `Basic ${btoa('me:pass word')}`)
    response.writeHead(401).end();
  else if (url === '/secret.yaml') response.end(ROOT);
  else if (url === '/elsewhere') response.writeHead(302, {location: `${there}/paths/item.yaml`}).end();
  else if (url === '/to-file') response.writeHead(302, {location: 'file:///etc/hostname'}).end();
  else if (url === '/for-ever') response.writeHead(302, {location: '/for-ever'}).end();
  else if (url === '/largest.yaml') response.end(Buffer.alloc(50 << 20));
  else if (url === '/large.yaml') response.end(Buffer.alloc((50 << 20) + 1));
  else if (url === '/bomb.yaml')
    response.writeHead(200, {'content-encoding': 'gzip'}).end(gzipSync(Buffer.alloc((50 << 20) + 1)));
  else if (url.startsWith('/slow') && page === undefined) sendSlowly(response);
  else if (url === '/late.yaml') setTimeout(() => response.end(ROOT), 2500);
  else if (url === '/cut.yaml')
    response.writeHead(200, {'content-length': '99'}).write('a', () => response.destroy());
  else if (address !== url) response.writeHead(301, {location: address}).end();
  else if (page === undefined) response.writeHead(404).end('not found');
  else response.end(page);
}

/** A byte per second, until the reader hangs up. */
function sendSlowly(response: ServerResponse): void {
  response.write('#');
  const timer = setInterval(() => response.write('#'), 1000);
  response.on('close', () => clearInterval(timer));
}

beforeAll(async () => {
  servers = await Promise.all([serve(answer), serve(answer)]);
  [here = '', there = ''] = servers.map(({url}) => url);
});
afterAll(() => {
  for (const {close} of servers) close();
});

const run = async (source: string, remoteRefs = false) => {
  const {status, stdout, stderr} = await meshRun({in: [source], remoteRefs}, '/nowhere');
  const reported = stderr.replaceAll(here, 'http://here').replaceAll(there, 'http://there');
  return {status, routes: stdout.match(/(?<=name: )[A-Z].*/g) ?? [], stderr: reported};
};
const fine = (...routes: string[]) => ({status: 0, routes, stderr: ''});
const wrong = (stderr: string) => ({status: 1, routes: [], stderr: `${stderr}1 error in 1 description\n`});

describe('a description at an address', () => {
  test('is read with the documents on its host that it refers to', async () => {
    expect(await run(`${here}/openapi.yaml`)).toEqual(fine('GET /pets', 'PUT /pets'));
  });

  test.each([
    {page: 'moved/openapi.yaml', routes: ['GET /pets', 'PUT /pets']},
    {page: 'moved-ref.yaml', routes: ['GET /pets']},
  ])('follows redirects of $page on its host', async ({page, routes}) => {
    expect(await run(`${here}/${page}`)).toEqual(fine(...routes));
  });

  test('is read with a name and password, which are not shown', async () => {
    const address = here.replace('://', '://me:pass%20word@');
    expect(await run(`${address}/secret.yaml`)).toMatchObject({status: 0});
    const refused = await run(`${here.replace('://', '://me:wrong@')}/secret.yaml`);
    expect(refused).toEqual(
      wrong('http://here/secret.yaml  error: the server responded with HTTP 401\n    check the address\n'),
    );
  });

  const leaves = 'use the final address, or allow other hosts with `--remote-refs`';
  test.each([
    ['nothing.yaml', '  error: the server responded with HTTP 404', 'check the address'],
    ['for-ever', '  error: more than 10 redirects', leaves],
    ['to-file', '  error: redirect to what is not an http(s) address (HTTP 302)', 'use the final address'],
    [
      'largest.yaml',
      ':1:1  error: expected YAML or JSON, found a binary file',
      'name an OpenAPI description in YAML or JSON',
    ],
    ['large.yaml', '  error: more than 50 MiB in remote documents', 'split it into smaller ones'],
    ['bomb.yaml', '  error: more than 50 MiB in remote documents', 'split it into smaller ones'],
    [
      'cut.yaml',
      '  error: cannot be read: Response body length does not match content-length header',
      'check the address and the network',
    ],
    [
      'missing-ref.yaml',
      ':3:17  error  unresolved-reference: unresolved `$ref` "nothing.yaml": the server responded with HTTP 404',
      'check the address',
    ],
    [
      'local.yaml',
      ':3:17  error  unresolved-reference: unresolved `$ref` "file:///etc/hostname": a remote description cannot refer to local files',
      'refer to an http(s) address',
    ],
    [
      'port-ref.yaml',
      ':3:17  error  unresolved-reference: unresolved `$ref` "//127.0.0.1:1/a.yaml": references to other hosts are not followed',
      'use `--remote-refs` if you trust the description',
    ],
    [
      'elsewhere-ref.yaml',
      ':3:17  error  unresolved-reference: unresolved `$ref` "elsewhere": redirect to another host (HTTP 302)',
      leaves,
    ],
  ])('%s is refused', async (page, message, hint) => {
    expect(await run(`${here}/${page}`)).toEqual(wrong(`http://here/${page}${message}\n    ${hint}\n`));
  });

  test.each(['slow.yaml', 'slow-refs.yaml'])('%s takes too long, which is reported once', async (page) => {
    const uri = `${here}/${page}`;
    const reading = readDescription(uri, {remoteTime: new RemoteTime(0.5)});
    await expect(reading).rejects.toMatchObject({
      problems: [
        {
          code: 'input',
          severity: 'error',
          message: 'the remote documents took more than 0.5 seconds',
          hint: 'download them and refer to the files',
          location: {uri, pointer: ''},
        },
      ],
    });
  });

  test('is named after two seconds without an answer', async () => {
    const address = here.replace('://', '://me:secret@');
    const {stderr} = await runCli(['mesh', `${address}/late.yaml`]);
    expect(stderr.split('\n')[0]).toBe(`apigen: waiting for ${here}/late.yaml`);
  });

  test('is fetched once, as is each document that many paths refer to', async () => {
    requests.clear();
    const {status} = await run(`${here}/100-refs.yaml`);
    // Requests of an earlier test that took too long may still arrive.
    const own = [...requests].filter(([url]) => !url.startsWith('/slow'));
    expect({status, requests: Object.fromEntries(own)}).toEqual({
      status: 0,
      requests: {'/100-refs.yaml': 1, '/paths/pets.yaml': 1, '/paths/put.yaml': 1},
    });
  });

  test('takes too long for several APIs, which is reported for each', async () => {
    const apis = ['a', 'b', 'c'].map((name) => `  ${name}: {root: ${here}/slow-${name}.yaml}\n`);
    const folder = folderWith({
      'redocly.yaml': `plugins: ['@apigen/cli/redocly']\nextends: [apigen/recommended]\napis:\n${apis.join('')}`,
    });
    const config = path.join(folder, 'redocly.yaml');
    const request = {config, settings: {}, remoteTime: new RemoteTime(0.5)};
    const {status, stderr} = await meshRun(request, folder);
    expect(status).toBe(1);
    const late = (name: string) =>
      `http://here/slow-${name}.yaml  error: the remote documents took more than 0.5 seconds\n    download them and refer to the files\n`;
    expect(stderr.replaceAll(here, 'http://here')).toBe(
      `${['a', 'b', 'c'].map(late).join('')}3 errors in 3 APIs\nAPI  OUTPUT  RESULT\na    -       failed\nb    -       failed\nc    -       failed\n3 APIs: 3 failed\n`,
    );
  });
});

test('a reference to another host is followed with --remote-refs, as are those of what it refers to', async () => {
  const text = `openapi: 3.1.0\npaths:\n  /pets: {$ref: "${here}/paths/pets.yaml#/pets"}\n`;
  const file = path.join(folderWith({'openapi.yaml': text}), 'openapi.yaml');
  expect(await run(file, true)).toEqual(fine('GET /pets', 'PUT /pets'));
  expect(await run(`${here}/elsewhere-ref.yaml`, true)).toEqual(fine('GET /pets'));
});
