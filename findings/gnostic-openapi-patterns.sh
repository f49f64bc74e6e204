#!/usr/bin/env bash
# github.com/google/gnostic/cmd/protoc-gen-openapi v0.7.1 (Go), with protoc of grpcio-tools 1.76.0 (PyPI): paths of `google.api.http` with patterns.
#
# Question: which paths does it write for parameters with a pattern, such as `{name=shelves/*}`, `{name=**}` and two of them in one path?
# Guess: `/a/shelves/{shelf}` for the first, as its page says, `/c/{name}` where the pattern has no literal text, and each pattern by itself.
# Seen: `*` and `**` alone become literal text of the path, and the parameter is declared nowhere. Of a path with two patterns only the last
# one is left: what is between the first `{` and the last `=` is lost, and the first field becomes a parameter of the query.
set -euo pipefail
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check grpcio-tools==1.76.0 googleapis-common-protos==1.72.0
GOBIN="$folder" go install github.com/google/gnostic/cmd/protoc-gen-openapi@v0.7.1 2>/dev/null
cat >library.proto <<'PROTO'
syntax = "proto3";
package library.v1;
option go_package = "example.com/library/v1;library";
import "google/api/annotations.proto";
message Request {
  string name = 1;
  string parent = 2;
}
message Book {
  string name = 1;
}
service Library {
  rpc One(Request) returns (Book) {
    option (google.api.http) = {get: "/a/{name=shelves/*}"};
  }
  rpc Two(Request) returns (Book) {
    option (google.api.http) = {get: "/b/{name=shelves/*}/in/{parent=cities/*}"};
  }
  rpc Any(Request) returns (Book) {
    option (google.api.http) = {get: "/c/{name=*}"};
  }
  rpc Rest(Request) returns (Book) {
    option (google.api.http) = {get: "/d/{name=**}"};
  }
}
PROTO
includes=$(echo python/lib/python3*/site-packages)
python/bin/python -m grpc_tools.protoc -I. -I"$includes" --plugin=protoc-gen-openapi=./protoc-gen-openapi --openapi_out=. library.proto
diff <(grep -E '^    /|^ +- name: [a-z]|^ +in: ' openapi.yaml | sed -E 's/^ +//') - <<'SEEN'
/a/shelves/{shelf}:
- name: shelf
in: path
- name: parent
in: query
/b/cities/{city}:
- name: city
in: path
- name: name
in: query
- name: parent
in: query
/c/*:
- name: parent
in: query
/d/**:
- name: parent
in: query
SEEN
echo 'as seen: `*` and `**` are literal text, and of two patterns one is left'
