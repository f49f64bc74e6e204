#!/usr/bin/env bash
# openapi-format 1.33.6 (npm): the `parameters` of a path item when operations are filtered.
#
# Question: `/x/{id}` has `parameters` with `id` for `get` and `post`. Is `id` still declared when only `get` is kept?
# Guess: yes, whatever filter keeps it. A template without its parameter is not valid.
# Seen: `methods`, `operationIds`, `tags` and `inverseOperationIds` leave the `parameters`; `inverseMethods` and `inverseTags` remove them, without
# a message and with exit code 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openapi-format@1.33.6 >/dev/null
cat >api.yaml <<'YAML'
openapi: 3.0.3
info: {title: Filter, version: '1'}
paths:
  /x/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: read, tags: [reads], responses: {'200': {description: OK}}}
    post: {operationId: write, tags: [writes], responses: {'200': {description: OK}}}
YAML
# keys FILTER: prints the keys of the path item that are left.
keys() {
  echo "$1" >filter.yaml
  node_modules/.bin/openapi-format api.yaml --no-sort --filterFile filter.yaml --output filtered.yaml >/dev/null 2>&1
  echo "$1 | $(grep -oP '^    \K\w+(?=:)' filtered.yaml | paste -sd ' ')"
}
ask() {
  keys 'methods: [post]'
  keys 'operationIds: [write]'
  keys 'tags: [writes]'
  keys 'inverseOperationIds: [read]'
  keys 'inverseMethods: [get]'
  keys 'inverseTags: [reads]'
}
diff <(ask) - <<'SEEN'
methods: [post] | parameters get
operationIds: [write] | parameters get
tags: [writes] | parameters get
inverseOperationIds: [read] | parameters get
inverseMethods: [get] | get
inverseTags: [reads] | get
SEEN
echo 'as seen: two of six filters remove the parameters of a path item'
