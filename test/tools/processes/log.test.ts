import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {expect, test} from '@jest/globals';
import {startShell} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const folder = folderWith({
  'openapi.yaml':
    'openapi: 3.1.0\nx-apigen: {timeouts: {request_timeout: 10}, path: {base: /v1}}\npaths: {"/pets/{id}": {get: {}}}\n',
});

test('may be compressed by gzip', async () => {
  writeFileSync(path.join(folder, 'access.log.gz'), gzipSync('GET /v1/pets/1\nGET /v1/pets/2\n'));
  const script = 'apigen routes match -i openapi.yaml < access.log.gz | head -n 2';
  const {stdout} = await startShell(script, {cwd: folder});
  expect(stdout).toMatch(/^REQUESTS .*\n +2 +GET +\/v1\/pets\/\{id\} /);
});

// 100 MB, and a line of 40 MB without an end, in a heap of 48 MB.
test('with many requests of as many long paths is read in little memory', async () => {
  const script = `{ awk 'BEGIN { for (i = 0; i < 100000; i++) printf "GET /v1/pets/%0500d\\nGET /%0500d\\n", i, i }'
head -c 40000000 /dev/zero; } | apigen routes match -i openapi.yaml | head -n 5`;
  const run = await startShell(script, {cwd: folder, env: {NODE_OPTIONS: '--max-old-space-size=48'}});
  expect(run.stdout).toBe(`REQUESTS  METHOD  PATH           TIMEOUT
  100000  GET     /v1/pets/{id}      10s

No route matches 100,000 of 200,000 requests:
REQUESTS  REQUEST
`);
  expect(run.stderr).toBe(
    'warning: line 200001 of the log is not a request\n    expected an access log, or lines such as `GET /v1/pets`; JSON needs `method` and `path`, or the fields of Linkerd, nginx, Traefik, Caddy or Google Cloud\n',
  );
});
