// The methods of library.proto behind grpc-gateway, without a server of gRPC.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"

	"example.com/grpc-gateway/library"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
)

// server answers with the operationId.
type server struct {
	library.UnimplementedLibraryServer
}

func operation(id string) (*library.Operation, error) {
	return &library.Operation{Operation: "Library_" + id}, nil
}

func (server) GetShelf(context.Context, *library.Name) (*library.Operation, error) {
	return operation("GetShelf")
}

func (server) GetBook(context.Context, *library.Name) (*library.Operation, error) {
	return operation("GetBook")
}

func (server) CancelBook(context.Context, *library.Name) (*library.Operation, error) {
	return operation("CancelBook")
}

func (server) GetFile(context.Context, *library.Path) (*library.Operation, error) {
	return operation("GetFile")
}

func (server) ListReaders(context.Context, *library.Empty) (*library.Operation, error) {
	return operation("ListReaders")
}

func (server) GetReader(context.Context, *library.Id) (*library.Operation, error) {
	return operation("GetReader")
}

func main() {
	gateway := runtime.NewServeMux()
	if err := library.RegisterLibraryHandlerServer(context.Background(), gateway, server{}); err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", gateway)
	mux.HandleFunc("/openapi.json", func(answer http.ResponseWriter, request *http.Request) {
		http.ServeFile(answer, request, os.Args[1])
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	panic(http.Serve(listener, mux))
}
