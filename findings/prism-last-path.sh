#!/usr/bin/env bash
# @stoplight/prism-cli 5.14.2 (npm): which of two templates its mock server answers with.
#
# Question: `/x/{id}.json` is described before `/x/{id}`. Which one answers `GET /x/7.json`? And `/{a}/b` before `/a/{b}`, `GET /a/b`?
# Guess: the narrower template, and the one that is described first where neither is narrower, as in other routers.
# Seen: the one that is described last, in both cases. Only a path without parameters wins in any order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @stoplight/prism-cli@5.14.2 >/dev/null
cat >ask.mjs <<'JS'
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';

async function answers(paths, requests) {
  const operation = (path) => ({
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({name, in: 'path', required: true, schema: {type: 'string'}})),
    get: {responses: {200: {description: 'OK', content: {'text/plain': {example: path}}}}},
  });
  const description = {openapi: '3.0.3', info: {title: 'Paths', version: '1'}};
  writeFileSync('api.json', JSON.stringify({...description, paths: Object.fromEntries(paths.map((path) => [path, operation(path)]))}));
  const server = spawn('node_modules/.bin/prism', ['mock', '--port', '40197', 'api.json'], {stdio: ['ignore', 'pipe', 'inherit']});
  let output = '';
  await new Promise((resolve) => {
    server.stdout.on('data', (text) => {
      output += text;
      if (output.includes('listening')) resolve();
    });
  });
  for (const request of requests) {
    const response = await fetch(`http://127.0.0.1:40197${request}`, {headers: {connection: 'close'}});
    console.log(`${paths.join(' ')} | ${request} | ${await response.text()}`);
  }
  server.kill();
  await once(server, 'exit');
}

await answers(['/x/{id}.json', '/x/{id}', '/{a}/b', '/a/{b}'], ['/x/7.json', '/a/b']);
await answers(['/x/{id}', '/x/{id}.json', '/a/{b}', '/{a}/b'], ['/x/7.json', '/a/b']);
await answers(['/x/me', '/x/{id}'], ['/x/me']);
JS
diff <(node ask.mjs) - <<'SEEN'
/x/{id}.json /x/{id} /{a}/b /a/{b} | /x/7.json | /x/{id}
/x/{id}.json /x/{id} /{a}/b /a/{b} | /a/b | /a/{b}
/x/{id} /x/{id}.json /a/{b} /{a}/b | /x/7.json | /x/{id}.json
/x/{id} /x/{id}.json /a/{b} /{a}/b | /a/b | /{a}/b
/x/me /x/{id} | /x/me | /x/me
SEEN
echo 'as seen: the template that is described last answers'
