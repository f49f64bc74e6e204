#!/usr/bin/env bash
# openapi-merge-cli 2.0.2 (npm): the root `security` of two descriptions that become one.
#
# Question: two descriptions have a scheme `login` each, of other types, and `security: [{login: []}]` at their roots. What do the
# operations ask for after the merge?
# Guess: each what its own description says: the second scheme is renamed or refused, and its `security` is written at its operations.
# Seen: the second scheme is renamed to `login1`, which nothing uses: the root has the `security` of the first description that has
# one, so the operations of the second ask for the scheme of the first. Operations of a description without `security` ask for the
# one of another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openapi-merge-cli@2.0.2 >/dev/null
# describe NAME ROOT: a description of one operation; ROOT is what it says of `security`.
describe() {
  cat >"$1.yaml" <<YAML
openapi: 3.0.3
info: {title: $1, version: '1'}
paths: {/$1: {get: {operationId: $1, responses: {'200': {description: OK}}}}}
$2
YAML
}
describe tokens 'security: [{login: []}]
components: {securitySchemes: {login: {type: http, scheme: bearer}}}'
describe keys 'security: [{login: []}]
components: {securitySchemes: {login: {type: apiKey, in: header, name: X-Key}}}'
describe public ''
# merge A B: prints where the merged description has `security` or `login`.
merge() {
  echo "{\"inputs\": [{\"inputFile\": \"$1.yaml\"}, {\"inputFile\": \"$2.yaml\"}], \"output\": \"merged.yaml\"}" >merge.json
  node_modules/.bin/openapi-merge-cli --config merge.json >/dev/null
  echo "$1 $2"
  grep -nE 'security:|login|^  /|type: (http|apiKey)' merged.yaml
}
ask() {
  merge tokens keys
  merge public keys
}
diff <(ask) - <<'SEEN'
tokens keys
5:security:
6:  - login: []
8:  /tokens:
14:  /keys:
22:    login:
23:      type: http
25:    login1:
26:      type: apiKey
public keys
5:security:
6:  - login: []
8:  /public:
14:  /keys:
22:    login:
23:      type: apiKey
SEEN
echo 'as seen: all operations ask for the root security of one of the merged descriptions'
