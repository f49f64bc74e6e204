from enum import Enum
from typing import Annotated
from uuid import UUID

from fastapi import FastAPI, Path, Request

# The handlers answer with their operationId, which is the name of their function.
app = FastAPI(title="FastAPI", generate_unique_id_function=lambda route: route.name)


def operation(request: Request):
    return {"operation": request.scope["route"].name}


class Kind(str, Enum):
    cat = "cat"
    dog = "dog"


# `x-apigen` of an operation.
@app.get("/pets", openapi_extra={"x-apigen": {"timeouts": {"request_timeout": 5}}})
def list_pets(request: Request):
    return operation(request)


@app.get("/pets/{pet_id}")
def get_pet(request: Request, pet_id: int):
    return operation(request)


# With a slash at its end, without which it is redirected.
@app.get("/orders/")
def list_orders(request: Request):
    return operation(request)


@app.get("/orders/{order_id}")
def get_order(request: Request, order_id: UUID):
    return operation(request)


@app.post("/jobs/{job_id}:cancel")
def cancel_job(request: Request, job_id: str):
    return operation(request)


@app.get("/jobs/{job_id}")
def get_job(request: Request, job_id: str):
    return operation(request)


# The description has `/files/{file_path}`, without the converter.
@app.get("/files/{file_path:path}")
def get_file(request: Request, file_path: str):
    return operation(request)


@app.get("/kinds/{kind}")
def get_kind(request: Request, kind: Kind):
    return operation(request)


@app.get("/codes/{code}")
def get_code(request: Request, code: Annotated[str, Path(pattern="^[A-Z]{3}$")]):
    return operation(request)


@app.get("/größe")
def get_size(request: Request):
    return operation(request)


def openapi():
    """The description with `x-apigen` at its root and of a path, for which FastAPI has no parameter."""
    document = FastAPI.openapi(app)
    document["x-apigen"] = {"service": {"name": "pets", "namespace": "shop", "port": 8000}}
    document["paths"]["/pets/{pet_id}"]["x-apigen"] = {"timeouts": {"request_timeout": 10}}
    return document


app.openapi = openapi
