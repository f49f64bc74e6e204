#!/usr/bin/env bash
# @apiture/openapi-down-convert 0.14.2 (npm): a description of OpenAPI 3.1 with a scheme that 3.0 does not have.
#
# Question: operations need a client certificate, `type: mutualTLS`, which is new in 3.1. What does the description of 3.0 say of it?
# Guess: the scheme is removed, as `webhooks` are, and so is the requirement that names it, or the converter refuses.
# Seen: the output says `openapi: 3.0.3` and has the scheme, its requirement and `components.pathItems` as they were. A validator takes
# the input and refuses the output, and the converter ends with 0 and without a message.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . \
  @apiture/openapi-down-convert@0.14.2 @seriousme/openapi-schema-validator@2.11.0 >/dev/null
cat >later.yaml <<'YAML'
openapi: 3.1.0
info: {title: Orders, version: '1'}
security: [{certificate: []}]
paths: {/orders: {get: {responses: {'200': {description: OK}}}}}
webhooks: {paid: {post: {responses: {'200': {description: OK}}}}}
components:
  pathItems: {shared: {get: {responses: {'200': {description: OK}}}}}
  securitySchemes: {certificate: {type: mutualTLS}}
YAML
ask() {
  node_modules/.bin/openapi-down-convert --input later.yaml --output earlier.yaml && echo "ends with $?"
  grep -E '^openapi|certificate|mutualTLS|pathItems|webhooks' earlier.yaml
  for file in later earlier; do
    # The validator takes modules alone.
    node --input-type=module -e "
      import {Validator} from '@seriousme/openapi-schema-validator';
      console.log('$file', (await new Validator().validate('$file.yaml')).valid);"
  done
}
diff <(ask) - <<'SEEN'
ends with 0
openapi: 3.0.3
  - certificate: []
  pathItems:
    certificate:
      type: mutualTLS
later true
earlier false
SEEN
echo 'as seen: what is converted to 3.0 has a security scheme and path items of 3.1'
