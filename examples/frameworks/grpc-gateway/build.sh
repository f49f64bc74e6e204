#!/bin/sh
# Generates the description and the code of the gateway, and builds the server. Needs Go, and protoc of the Python package grpcio-tools.
set -eu
python=$1
mkdir -p library bin
GOBIN=$PWD/bin go install tool
options=$(go list -m -f '{{.Dir}}' github.com/grpc-ecosystem/grpc-gateway/v2)
common=$("$python" -c 'import os, google.api; print(os.path.join(list(google.api.__path__)[0], "..", ".."))')
PATH=$PWD/bin:$PATH "$python" -m grpc_tools.protoc -I . -I "$options" -I "$common" \
  --go_out=. --go_opt=module=example.com/grpc-gateway \
  --go-grpc_out=. --go-grpc_opt=module=example.com/grpc-gateway \
  --grpc-gateway_out=. --grpc-gateway_opt=module=example.com/grpc-gateway \
  --openapiv2_out=. library.proto
go build -o bin/server .
