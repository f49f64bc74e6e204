#!/usr/bin/env bash
# github.com/getkin/kin-openapi v0.153.0 (Go): which template its two routers find for one request.
#
# Question: do `routers/gorillamux` and `routers/legacy` find the same operation? The description has `/x/{id}` and `/x/{id}.json`, `/{a}/b`
# and `/a/{b}`, `/f/{p}` and `/f/{p}:cancel`, in either order.
# Guess: yes, they only differ in how they search; and of two templates the one with more literal text in front wins.
# Seen: not one of the three requests has the same operation in both. `legacy` ends a parameter only at a slash, so it never finds
# `/x/{id}.json` and `/f/{p}:cancel`; `gorillamux` finds these, but prefers `/{a}/b` to `/a/{b}`. The order of the description does not count.
set -euo pipefail
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat >main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/getkin/kin-openapi/routers/legacy"
)

var parameter = regexp.MustCompile(`\{(\w+)\}`)

func description(paths []string) []byte {
	items := []string{}
	for _, path := range paths {
		name := parameter.FindStringSubmatch(path)[1]
		declared := `{"name": "` + name + `", "in": "path", "required": true, "schema": {"type": "string"}}`
		items = append(items, `"`+path+`": {"parameters": [`+declared+`], "get": {"responses": {"200": {"description": "OK"}}}}`)
	}
	return []byte(`{"openapi": "3.0.3", "info": {"title": "Paths", "version": "1"}, "paths": {` + strings.Join(items, ",") + `}}`)
}

func found(router routers.Router, path string) string {
	request, _ := http.NewRequest("GET", "http://api.example"+path, nil)
	route, _, err := router.FindRoute(request)
	if err != nil {
		return err.Error()
	}
	return route.Path
}

func main() {
	paths := []string{"/x/{id}", "/x/{id}.json", "/{a}/b", "/a/{b}", "/f/{p}", "/f/{p}:cancel"}
	for range 2 {
		document, err := openapi3.NewLoader().LoadFromData(description(paths))
		if err != nil {
			panic(err)
		}
		mux, err := gorillamux.NewRouter(document)
		if err != nil {
			panic(err)
		}
		tree, err := legacy.NewRouter(document)
		if err != nil {
			panic(err)
		}
		for _, path := range []string{"/x/7.json", "/a/b", "/f/7:cancel"} {
			fmt.Println(path, "| gorillamux", found(mux, path), "| legacy", found(tree, path))
		}
		slices.Reverse(paths)
	}
}
GO
printf 'module ask\n\ngo 1.25\n\nrequire github.com/getkin/kin-openapi v0.153.0\n' >go.mod
GOFLAGS=-mod=mod go mod tidy 2>/dev/null
diff <(go run .) - <<'SEEN'
/x/7.json | gorillamux /x/{id}.json | legacy /x/{id}
/a/b | gorillamux /{a}/b | legacy /a/{b}
/f/7:cancel | gorillamux /f/{p}:cancel | legacy /f/{p}
/x/7.json | gorillamux /x/{id}.json | legacy /x/{id}
/a/b | gorillamux /{a}/b | legacy /a/{b}
/f/7:cancel | gorillamux /f/{p}:cancel | legacy /f/{p}
SEEN
echo 'as seen: the two routers find different templates for each of the requests'
