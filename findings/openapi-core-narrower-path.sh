#!/usr/bin/env bash
# openapi-core 0.23.1 (PyPI): which of two templates takes a request that both match.
#
# Question: `/x/{id}` and `/x/{id}.json` are described in this order. Which one is `GET /x/7.json`?
# Guess: `/x/{id}.json`, which is narrower, in any order; openapi-backend and tools that score templates choose it.
# Seen: the one that is described first, so `/x/{id}` with `id` = `7.json`. Only paths without parameters come before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openapi-core==0.23.1
cat >ask.py <<'PYTHON'
from openapi_core import OpenAPI
from openapi_core.templating.paths.finders import APICallPathFinder


def operation(*names):
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    return {"get": {"parameters": parameters, "responses": {"200": {"description": "OK"}}}}


def taken(request, *paths):
    description = {
        "openapi": "3.0.3",
        "info": {"title": "Paths", "version": "1"},
        "paths": {path: operation(*(["id"] if "{" in path else [])) for path in paths},
    }
    found = APICallPathFinder(OpenAPI.from_dict(description).spec).find("get", "http://api.example" + request)
    return found.path_result.pattern


print(taken("/x/7.json", "/x/{id}", "/x/{id}.json"))
print(taken("/x/7.json", "/x/{id}.json", "/x/{id}"))
print(taken("/x/me", "/x/{id}", "/x/me"))
PYTHON
diff <(python/bin/python ask.py) - <<'SEEN'
/x/{id}
/x/{id}.json
/x/me
SEEN
echo 'as seen: the order of the description decides between templates'
