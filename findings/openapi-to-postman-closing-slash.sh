#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3 (npm): the requests of a collection for paths that differ by a closing slash.
#
# Question: `/x` and `/x/` are described, both with `get`. How many requests does the collection have?
# Guess: two, one for each operation.
# Seen: one, of the path that is described last. With another method, or with a folder for each tag, both are there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openapi-to-postmanv2@6.3.3 >/dev/null
cat >ask.cjs <<'JS'
const {promisify} = require('node:util');
const convert = promisify(require('openapi-to-postmanv2').convertV2);

async function ask(methods, options) {
  const operation = {responses: {200: {description: 'OK'}}};
  const paths = Object.fromEntries(Object.entries(methods).map(([path, method]) => [path, {[method]: operation}]));
  const data = {openapi: '3.0.3', info: {title: 'Slash', version: '1'}, paths};
  const {output} = await convert({type: 'json', data}, options);
  const requests = (items) => items.flatMap(({request, item}) => (item ? requests(item) : `${request.method} /${request.url.path.join('/')}`));
  console.log(JSON.stringify(methods), JSON.stringify(options), '|', requests(output[0].data.item).join(', '));
}

(async () => {
  await ask({'/x': 'get', '/x/': 'get'}, {});
  await ask({'/x/': 'get', '/x': 'get'}, {});
  await ask({'/x': 'get', '/x/': 'post'}, {});
  await ask({'/x': 'get', '/x/': 'get'}, {folderStrategy: 'Tags'});
})();
JS
diff <(node ask.cjs) - <<'SEEN'
{"/x":"get","/x/":"get"} {} | GET /x/
{"/x/":"get","/x":"get"} {} | GET /x
{"/x":"get","/x/":"post"} {} | GET /x, POST /x/
{"/x":"get","/x/":"get"} {"folderStrategy":"Tags"} | GET /x, GET /x/
SEEN
echo 'as seen: one of two paths that differ by a closing slash is lost'
