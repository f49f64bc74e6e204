#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3 and newman 6.2.2 (npm): which operations of a description get a token.
#
# Question: the root of a description needs a bearer token, `/public` has `security: []` and `/optional` has `security: [{}, {login: []}]`. Which of the
# requests of the collection have the token?
# Guess: that of `/root` alone: both others may be called without one.
# Seen: `/public` gets it too. Its `auth` is null, which Newman takes for "as the collection has it"; `/optional` has `noauth`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openapi-to-postmanv2@6.3.3 newman@6.2.2 >/dev/null 2>&1
cat >ask.cjs <<'JS'
const {createServer} = require('node:http');
const {convert} = require('openapi-to-postmanv2');
const newman = require('newman');

const server = createServer(({url, headers}, response) => {
  console.log(`${url} | ${headers.authorization ?? 'no token'}`);
  response.end();
}).listen(0, '127.0.0.1', () => {
  const get = (security) => ({get: {...(security && {security}), responses: {200: {description: 'OK'}}}});
  const description = {
    openapi: '3.0.3',
    info: {title: 'Tokens', version: '1'},
    servers: [{url: `http://127.0.0.1:${server.address().port}`}],
    security: [{login: []}],
    paths: {'/root': get(), '/public': get([]), '/optional': get([{}, {login: []}])},
    components: {securitySchemes: {login: {type: 'http', scheme: 'bearer'}}},
  };
  convert({type: 'json', data: description}, {}, (error, {output}) => {
    const envVar = [{key: 'bearerToken', value: 'secret'}];
    newman.run({collection: output[0].data, envVar}, () => server.close());
  });
});
JS
diff <(node ask.cjs) - <<'SEEN'
/root | Bearer secret
/public | Bearer secret
/optional | no token
SEEN
echo 'as seen: an operation with an empty `security` gets the token of the root'
