#!/usr/bin/env bash
# fastify-openapi-glue 4.11.4 with fastify 5.12.8 (npm): routes of paths with a colon, the custom methods of Google's APIs.
#
# Question: which requests does `/jobs/{id}:cancel` answer, next to `/jobs/{id}` and alone? And `/jobs:batch`?
# Guess: only `/jobs/7:cancel`, with `id` = `7`, and only `/jobs:batch`: of a path it translates the braces and escapes the colon.
# Seen: the colon is not escaped, and starts or continues a parameter for Fastify. Alone, the path takes `/jobs/7` too and refuses both with 400,
# as `id` is missing: the parameter is named `id:cancel`. Next to `/jobs/{id}`, the server does not start. `/jobs:batch` also answers `/jobs1`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . fastify-openapi-glue@4.11.4 fastify@5.12.8 >/dev/null
cat >ask.mjs <<'JS'
import fastify from 'fastify';
import glue from 'fastify-openapi-glue';

function operation(path) {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({name, in: 'path', required: true, schema: {type: 'string'}}));
  return {parameters, get: {operationId: path, responses: {200: {description: 'OK'}}}};
}

async function ask(paths, requests) {
  const specification = {openapi: '3.0.3', info: {title: 'Jobs', version: '1'}};
  specification.paths = Object.fromEntries(paths.map((path) => [path, operation(path)]));
  const operationResolver = (path) => async ({params}) => `${path} ${JSON.stringify(params)}`;
  const server = fastify();
  server.register(glue, {specification, operationResolver});
  try {
    await server.ready();
  } catch (error) {
    console.log(paths.join(' '), '|', error.message);
    return;
  }
  for (const request of requests) {
    const response = await server.inject(request);
    const answer = response.statusCode === 200 ? response.body : response.json().message;
    console.log(paths.join(' '), '|', request, '|', response.statusCode, answer);
  }
}

await ask(['/jobs/{id}.json'], ['/jobs/7.json', '/jobs/7']);
await ask(['/jobs/{id}:cancel'], ['/jobs/7:cancel', '/jobs/7']);
await ask(['/jobs/{id}', '/jobs/{id}:cancel'], ['/jobs/7:cancel', '/jobs/7']);
await ask(['/jobs:batch'], ['/jobs:batch', '/jobs1']);
JS
diff <(node ask.mjs) - <<'SEEN'
/jobs/{id}.json | /jobs/7.json | 200 /jobs/{id}.json {"id":"7"}
/jobs/{id}.json | /jobs/7 | 404 Route GET:/jobs/7 not found
/jobs/{id}:cancel | /jobs/7:cancel | 400 params must have required property 'id'
/jobs/{id}:cancel | /jobs/7 | 400 params must have required property 'id'
/jobs/{id} /jobs/{id}:cancel | Method 'GET' already declared for route '/jobs/:id:cancel'
/jobs:batch | /jobs:batch | 200 /jobs:batch {"batch":":batch"}
/jobs:batch | /jobs1 | 200 /jobs:batch {"batch":"1"}
SEEN
echo 'as seen: a colon of a path is a parameter of Fastify'
