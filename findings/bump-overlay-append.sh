#!/usr/bin/env bash
# bump-cli 2.11.0 (npm): what `bump overlay` makes of `update` with a map for a target that is a list.
#
# Question: `target: $.tags`, `update: {name: c}`. How many tags are there afterwards?
# Guess: three. Overlay 1.0 says of a list as target that `update` is appended to it.
# Seen: the list becomes a map, with the keys '0', '1' and `name`: the description is invalid. The exit code is 0.
# With a list of one item in `update` it is appended, although the text of 1.0 asks for the item itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . bump-cli@2.11.0 >/dev/null
cat >api.yaml <<'YAML'
openapi: 3.0.3
info: {title: Tags, version: '1'}
tags: [{name: a}, {name: b}]
paths: {}
YAML
overlay() {
  printf 'overlay: 1.0.0\ninfo: {title: One more tag, version: "1"}\nactions: [{target: $.tags, update: %s}]\n' "$1" >overlay.yaml
  node_modules/.bin/bump overlay api.yaml overlay.yaml 2>/dev/null | sed -n '/^tags:/,/^paths:/p'
}
diff <(overlay '{name: c}') - <<'SEEN'
tags:
  '0':
    name: a
  '1':
    name: b
  name: c
paths: {}
SEEN
diff <(overlay '[{name: c}]') - <<'SEEN'
tags:
  - name: a
  - name: b
  - name: c
paths: {}
SEEN
echo 'as seen: a list with an item appended became a map'
