#!/usr/bin/env bash
# @redocly/cli 2.77.0 (npm): an overlay whose target selects operations, and the `parameters` of a path item with them.
#
# Question: `target: $.paths.*.*`, `update: {x-team: shop}`, the usual text for "every operation". Does a path item with `parameters` change
# what the other operations get?
# Guess: no. The operations get the key, and the list of parameters gets one more item, as Overlay 1.0 says of lists.
# Seen: nothing is bundled. A target must select only maps, only lists or only scalars, the rule of Overlay 1.1, also for `overlay: 1.0.0`;
# one path item with `parameters` makes the same overlay an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export REDOCLY_TELEMETRY=off
npm install --silent --no-audit --no-fund --prefix . @redocly/cli@2.77.0 >/dev/null
cat >overlay.yaml <<'YAML'
overlay: 1.0.0
info: {title: Team, version: '1'}
actions: [{target: $.paths.*.*, update: {x-team: shop}}]
YAML
# bundle PARAMETERS: prints the number of keys that the overlay has added, or the error.
bundle() {
  cat >api.yaml <<YAML
openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /a: {get: {responses: {'200': {description: OK}}}}
  /b: {$1 get: {responses: {'200': {description: OK}}}}
YAML
  if node_modules/.bin/redocly bundle api.yaml --overlay overlay.yaml -o bundled.yaml >output.txt 2>&1; then
    grep -c 'x-team: shop' bundled.yaml
  else
    grep 'target must select' output.txt
  fi
}
diff <(bundle '') <(echo 2)
diff <(bundle 'parameters: [{name: q, in: query, schema: {type: string}}],') <(echo 'The target must select only objects, only arrays, or only primitive values.')
echo 'as seen: a list among the selected values is an error'
