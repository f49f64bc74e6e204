import {mkdtempSync, realpathSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {runMeshConfig} from '../../../src/io/mesh-config.ts';
import {readDescription} from '../../../src/io/read/read-description.ts';
import {RemoteTime} from '../../../src/io/read/read-limits.ts';
import {meshRun} from '../mesh-run.ts';

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
  '/moved-ref.yaml': 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "moved/paths/item.yaml"}\n',
  '/elsewhere-ref.yaml': 'openapi: 3.1.0\npaths:\n  /pets: {$ref: "elsewhere"}\n',
  '/slow-refs.yaml': `openapi: 3.1.0\npaths:\n${Array.from({length: 300}, (_, index) => `  /${index}: {$ref: slow/${index}.yaml}\n`).join('')}`,
  '/empty.yaml': '',
  '/100-refs.yaml': sharedBy(100),
  '/1000-refs.yaml': sharedBy(1000),
};

let [here, there] = ['', ''];
const servers = [createServer(answer), createServer(answer)];

/** How often each address was asked for. */
const requests = new Map<string, number>();

function answer({url = '', headers}: IncomingMessage, response: ServerResponse): void {
  requests.set(url, (requests.get(url) ?? 0) + 1);
  const address = url.replace(/^\/moved\//, '/');
  const page = PAGES[url];
  if (url === '/secret.yaml' && headers.authorization !== `Basic ${btoa('me:pass word')}`)
    response.writeHead(401).end();
  else if (url === '/secret.yaml') response.end(ROOT);
  else if (url === '/elsewhere') response.writeHead(302, {location: `${there}/paths/item.yaml`}).end();
  else if (url === '/to-file') response.writeHead(302, {location: 'file:///etc/hostname'}).end();
  else if (url === '/junk') response.socket?.end('junk\r\n\r\n');
  else if (url === '/headers') response.writeHead(200, {a: 'a'.repeat(99_999)}).end();
  else if (url === '/for-ever') response.writeHead(302, {location: '/for-ever'}).end();
  else if (url === '/large.yaml') sendLarge(response);
  else if (url === '/bomb.yaml')
    response.writeHead(200, {'content-encoding': 'gzip'}).end(gzipSync(Buffer.alloc(51 << 20, '#')));
  else if (url.startsWith('/slow') && page === undefined) sendSlowly(response);
  else if (url === '/cut.yaml')
    response.writeHead(200, {'content-length': '99'}).write('a', () => response.destroy());
  else if (address !== url) response.writeHead(301, {location: address}).end();
  else if (page === undefined) response.writeHead(404).end('not found');
  else response.end(page);
}

/** More than is read, until the reader hangs up. */
function sendLarge(response: ServerResponse): void {
  const chunk = Buffer.alloc(1 << 20, '#');
  response.on('error', () => undefined);
  for (let megabytes = 0; megabytes < 51; megabytes += 1) response.write(chunk);
  response.end();
}

/** A byte per second, until the reader hangs up. */
function sendSlowly(response: ServerResponse): void {
  response.write('#');
  const timer = setInterval(() => response.write('#'), 1000);
  response.on('close', () => clearInterval(timer));
}

beforeAll(async () => {
  for (const server of servers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  [here = '', there = ''] = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  });
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const run = async (source: string, remoteRefs = false) => {
  const {status, stdout, stderr} = await meshRun({in: [source], remoteRefs}, '/nowhere');
  const reported = stderr.replaceAll(here, 'http://here').replaceAll(there, 'http://there');
  return {status, routes: stdout.match(/(?<=name: )[A-Z].*/g) ?? [], stderr: reported};
};
const fine = (...routes: string[]) => ({status: 0, routes, stderr: ''});
const wrong = (stderr: string) => ({status: 1, routes: [], stderr});

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
      wrong('http://here/secret.yaml  the server responded with HTTP 401\n    check the address\n'),
    );
  });

  test.each([
    {
      page: 'nothing.yaml',
      stderr: 'http://here/nothing.yaml  the server responded with HTTP 404\n    check the address\n',
    },
    {
      page: 'empty.yaml',
      stderr:
        'http://here/empty.yaml:1:1  the document is empty\n    name an OpenAPI description in YAML or JSON\n',
    },
    {
      page: 'for-ever',
      stderr:
        'http://here/for-ever  more than 10 redirects\n    use the final address, or allow other hosts with `--remote-refs`\n',
    },
    {
      page: 'to-file',
      stderr:
        'http://here/to-file  redirect to an address of the scheme `file` (HTTP 302)\n    name an http(s) address that does not lead there\n',
    },
    {
      page: 'junk',
      stderr: 'http://here/junk  the response is not HTTP\n    check the address and the network\n',
    },
    {
      page: 'headers',
      stderr:
        'http://here/headers  the headers of the response are too large\n    check the address and the network\n',
    },
    {
      page: 'large.yaml',
      stderr:
        'http://here/large.yaml  more than 50 MiB in remote documents\n    split it into smaller ones\n',
    },
    {
      page: 'bomb.yaml',
      stderr: 'http://here/bomb.yaml  more than 50 MiB in remote documents\n    split it into smaller ones\n',
    },
    {
      page: 'missing-ref.yaml',
      stderr:
        'http://here/missing-ref.yaml:3:17  unresolved `$ref` "nothing.yaml": the server responded with HTTP 404\n    check the address\n',
    },
    {
      page: 'local.yaml',
      stderr:
        'http://here/local.yaml:3:17  unresolved `$ref` "file:///etc/hostname": a remote description cannot refer to local files\n    refer to an http(s) address\n',
    },
    {
      page: 'elsewhere-ref.yaml',
      stderr:
        'http://here/elsewhere-ref.yaml:3:17  unresolved `$ref` "elsewhere": redirect to another host (HTTP 302)\n    use the final address, or allow other hosts with `--remote-refs`\n',
    },
  ])('$page is refused', async ({page, stderr}) => {
    expect(await run(`${here}/${page}`)).toEqual(wrong(stderr));
  });

  test('is not read from the port of another protocol', async () => {
    expect(await run('http://127.0.0.1:1/a.yaml')).toEqual(
      wrong('http://127.0.0.1:1/a.yaml  the port is reserved for another protocol\n    use another port\n'),
    );
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

  test.each([100, 1000])('is fetched once, as is each document that %d paths refer to', async (count) => {
    requests.clear();
    const {status} = await run(`${here}/${count}-refs.yaml`);
    // Requests of an earlier test that took too long may still arrive.
    const own = [...requests].filter(([url]) => !url.startsWith('/slow'));
    expect({status, requests: Object.fromEntries(own)}).toEqual({
      status: 0,
      requests: {[`/${count}-refs.yaml`]: 1, '/paths/pets.yaml': 1, '/paths/put.yaml': 1},
    });
  });

  test('takes too long for several APIs, which is reported once', async () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-remote-')));
    const config = path.join(folder, 'redocly.yaml');
    const apis = ['a', 'b', 'c'].map((name) => `  ${name}: {root: ${here}/slow-${name}.yaml}\n`);
    writeFileSync(
      config,
      `plugins: ['@apigen/cli/redocly']\nextends: [apigen/recommended]\napis:\n${apis.join('')}`,
    );
    let stderr = '';
    const terminal = {
      out: () => undefined,
      error: (text: string) => {
        stderr += text;
      },
      folder,
    };
    expect(await runMeshConfig({config, apis: [], remoteTime: new RemoteTime(0.5)}, terminal)).toBe(1);
    expect(stderr.replaceAll(here, 'http://here')).toBe(
      'http://here/slow-a.yaml  the remote documents took more than 0.5 seconds (3 APIs)\n    download them and refer to the files\nAPI  output  result\na    –       failed\nb    –       failed\nc    –       failed\n3 APIs: 3 failed\n',
    );
  });

  test('a connection that breaks off is reported', async () => {
    expect(await run(`${here}/cut.yaml`)).toEqual(
      wrong(
        'http://here/cut.yaml  the server closed the connection\n    check the address and the network\n',
      ),
    );
  });
});

describe('a reference to another host', () => {
  let file = '';
  beforeAll(() => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-remote-')));
    file = path.join(folder, 'openapi.yaml');
    writeFileSync(file, `openapi: 3.1.0\npaths:\n  /pets: {$ref: "${here}/paths/pets.yaml#/pets"}\n`);
  });

  test('is not followed by default', async () => {
    const {status, stderr} = await run(file);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `${file}:3:17  unresolved \`$ref\` "http://here/paths/pets.yaml#/pets": references to other hosts are not followed\n    use \`--remote-refs\` if you trust the description\n`,
    );
  });

  test('is followed with --remote-refs, as are those of what it refers to', async () => {
    expect(await run(file, true)).toEqual(fine('GET /pets', 'PUT /pets'));
    expect(await run(`${here}/elsewhere-ref.yaml`, true)).toEqual(fine('GET /pets'));
  });
});
