#!/bin/sh
# Replaces the placeholders by the real addresses, in scripts, sources and docs, before a release is built, and writes `repository` into the
# npm packages, because npm accepts a provenance only if it is the repository of the workflow.
set -eu
usage='usage: release/write-addresses.sh <pages> <releases> <tap>'
pages=${1:?$usage} releases=${2:?$usage} tap=${3:?$usage}
pages=${pages%/} releases=${releases%/}
# Names of images are in lower case.
owner=$(printf %s "${tap%%/*}" | tr '[:upper:]' '[:lower:]')
git grep -lz -e https://get.apigen.example -e apigen--example/ -- ':!release/write-addresses.sh' ':!test' ':!.github' |
  xargs -0 sed -i "s|https://get.apigen.example/releases|$releases|g; s|https://get.apigen.example|$pages|g; s|apigen--example/tap|$tap|g; s|apigen--example/|$owner/|g"
for folder in . plugins/tracer; do
  (cd "$folder" && npm pkg set repository.type=git "repository.url=git+${releases%/releases}.git")
done
cd plugins/tracer && npm pkg set repository.directory=plugins/tracer
