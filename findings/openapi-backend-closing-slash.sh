#!/usr/bin/env bash
# openapi-backend 5.21.2 (npm): described paths that end in a slash.
#
# Question: `/y` and `/y/` are described, and `/o/{v}/` only with its slash. Which operation does a request get?
# Guess: `/y` and `/y/` each have their own, and `GET /o/1/` is found.
# Seen: the slash of the request is removed and that of the template is not: `GET /y/` gets the operation of `/y`, and that of `/o/{v}/`
# is not found for `/o/1/`, nor for `/o/1`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openapi-backend@5.21.2 >/dev/null
cat >ask.mjs <<'JS'
import {OpenAPIBackend} from 'openapi-backend';

const describe = (path) => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({name, in: 'path', required: true, schema: {type: 'string'}}));
  return [path, {parameters, get: {operationId: path, responses: {200: {description: 'OK'}}}}];
};
const paths = ['/y', '/y/', '/o/{v}/', '/x/{v}'];
const definition = {
  openapi: '3.0.3',
  info: {title: 'Slashes', version: '1'},
  paths: Object.fromEntries(paths.map(describe)),
};
const api = new OpenAPIBackend({definition});
for (const path of paths) api.register(path, () => path);
api.register('notFound', () => 'not found');
await api.init();
for (const path of ['/y', '/y/', '/o/1', '/o/1/', '/x/1', '/x/1/'])
  console.log(`${path} | ${await api.handleRequest({method: 'GET', path, headers: {}})}`);
JS
diff <(node ask.mjs) - <<'SEEN'
/y | /y
/y/ | /y
/o/1 | not found
/o/1/ | not found
/x/1 | /x/{v}
/x/1/ | /x/{v}
SEEN
echo 'as seen: no request gets the operation of a path that ends in a slash'
