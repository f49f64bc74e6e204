// Huma with Go's own mux, or with `chi` as the argument with chi.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/go-chi/chi/v5"
)

type output struct {
	Body struct {
		Operation string `json:"operation"`
	}
}

// route registers an operation whose handler answers with its operationId.
func route[Input any](api huma.API, method, path, operationID string, extensions map[string]any) {
	operation := huma.Operation{Method: method, Path: path, OperationID: operationID, Extensions: extensions}
	huma.Register(api, operation, func(context.Context, *Input) (*output, error) {
		answer := &output{}
		answer.Body.Operation = operationID
		return answer, nil
	})
}

type empty struct{}

type petInput struct {
	ID int `path:"id"`
}

type kindInput struct {
	Kind string `path:"kind" enum:"cat,dog"`
}

type codeInput struct {
	Code string `path:"code" pattern:"^[A-Z]{3}$"`
}

type orderInput struct {
	ID string `path:"id" format:"uuid"`
}

func routes(api huma.API) {
	document := api.OpenAPI()
	// `x-apigen` at the root.
	service := map[string]any{"name": "pets", "namespace": "shop", "port": 8000}
	document.Extensions = map[string]any{"x-apigen": map[string]any{"service": service}}
	// `x-apigen` of an operation.
	timeout := map[string]any{"x-apigen": map[string]any{"timeouts": map[string]any{"request_timeout": 5}}}
	route[empty](api, http.MethodGet, "/pets", "list-pets", timeout)
	route[petInput](api, http.MethodGet, "/pets/{id}", "get-pet", nil)
	route[orderInput](api, http.MethodGet, "/orders/{id}", "get-order", nil)
	route[kindInput](api, http.MethodGet, "/kinds/{kind}", "get-kind", nil)
	route[codeInput](api, http.MethodGet, "/codes/{code}", "get-code", nil)
	// `x-apigen` of a path.
	longer := map[string]any{"timeouts": map[string]any{"request_timeout": 10}}
	document.Paths["/pets/{id}"].Extensions = map[string]any{"x-apigen": longer}
}

// newMux has what patterns of Go's mux have.
func newMux() http.Handler {
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("Pets", "1.0.0"))
	routes(api)
	route[empty](api, http.MethodGet, "/exact/{$}", "get-exact", nil)
	route[empty](api, http.MethodGet, "/files/{path...}", "get-file", nil)
	route[empty](api, http.MethodGet, "/subtree/", "get-subtree", nil)
	return mux
}

// newChi has what patterns of chi have.
func newChi() http.Handler {
	router := chi.NewMux()
	api := humachi.New(router, huma.DefaultConfig("Pets", "1.0.0"))
	routes(api)
	route[empty](api, http.MethodGet, "/years/{year:[0-9]{4}}", "get-year", nil)
	route[empty](api, http.MethodGet, "/numbers/{id:[0-9]+}", "get-number", nil)
	route[empty](api, http.MethodPost, "/jobs/{id}:cancel", "cancel-job", nil)
	route[empty](api, http.MethodGet, "/files/*", "get-file", nil)
	return router
}

func main() {
	handler := newMux()
	if len(os.Args) > 1 && os.Args[1] == "chi" {
		handler = newChi()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	panic(http.Serve(listener, handler))
}
