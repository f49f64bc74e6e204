#!/usr/bin/env bash
# github.com/oasdiff/oasdiff v1.37.0 (Go): what `oasdiff breaking` reports of parameters that a path item has.
#
# Question: `id` of `/x/{id}` becomes an integer, or moves from the operation to its path item. Which of the two is a breaking change?
# Guess: the first, wherever `id` is declared; and the second changes nothing, as both places mean the same.
# Seen: the opposite, if `id` is in the path item: its new type is not reported, and the move is a warning about a removed parameter. With
# `--flatten-params` it is as guessed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
GOBIN="$folder" go install github.com/oasdiff/oasdiff@v1.37.0 2>/dev/null
# describe PLACE TYPE: prints a description with `id` in the path item or in the operation.
describe() {
  local parameters="parameters: [{name: id, in: path, required: true, schema: {type: $2}}],"
  local item='' operation=''
  if [ "$1" = item ]; then item=$parameters; else operation=$parameters; fi
  cat <<YAML
openapi: 3.0.3
info: {title: Parameters, version: '1'}
paths:
  /x/{id}: {$item get: {$operation responses: {'200': {description: OK}}}}
YAML
}
# ask BEFORE AFTER: prints the ids of the changes, without and with the parameters flattened.
ask() {
  describe $1 >before.yaml
  describe $2 >after.yaml
  for option in '' --flatten-params; do
    echo "$1 -> $2 $option | $(./oasdiff breaking $option --format singleline before.yaml after.yaml | grep -oP '\[\K[a-z-]+(?=\])' || echo none)"
  done
}
diff <(ask 'operation string' 'operation integer'; ask 'item string' 'item integer'; ask 'operation string' 'item string') - <<'SEEN'
operation string -> operation integer  | request-parameter-type-changed
operation string -> operation integer --flatten-params | request-parameter-type-changed
item string -> item integer  | none
item string -> item integer --flatten-params | request-parameter-type-changed
operation string -> item string  | request-parameter-removed
operation string -> item string --flatten-params | none
SEEN
echo 'as seen: parameters of a path item are not compared without --flatten-params'
