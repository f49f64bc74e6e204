#!/bin/sh
# Adds the routes to what helm has rendered. It runs in the folder in which helm was started.
set -eu
cat >rendered.yaml
trap 'rm -f rendered.yaml' EXIT
kustomize build --enable-alpha-plugins --enable-exec .
