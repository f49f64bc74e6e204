from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Annotated, Any
from uuid import UUID

from litestar import Litestar, Request, get, head, post
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import OpenAPI, Operation
from litestar.params import Parameter


def x_apigen(**settings: Any) -> Any:
    """A field whose alias is the key."""
    return field(default_factory=lambda: settings, metadata={"alias": "x-apigen"})


# `x-apigen` of an operation.
@dataclass
class Timed(Operation):
    x_apigen: dict[str, Any] = x_apigen(timeouts={"request_timeout": 5})


# `x-apigen` at the root. A path has no place for it.
@dataclass
class Document(OpenAPI):
    x_apigen: dict[str, Any] = x_apigen(service={"name": "pets", "namespace": "shop", "port": 8000})


@dataclass
class Config(OpenAPIConfig):
    def to_openapi_schema(self) -> OpenAPI:
        document = super().to_openapi_schema()
        return Document(**{one.name: getattr(document, one.name) for one in fields(document)})


class Kind(str, Enum):
    CAT = "cat"
    DOG = "dog"


def operation(request: Request) -> dict[str, str]:
    """The handlers answer with their operationId."""
    return {"operation": request.route_handler.operation_id}


@get("/pets", operation_id="list_pets", operation_class=Timed)
async def list_pets(request: Request) -> dict[str, str]:
    return operation(request)


@head("/pets", operation_id="head_pets")
async def head_pets() -> None:
    pass


@get("/pets/{pet_id:int}", operation_id="get_pet")
async def get_pet(request: Request, pet_id: int) -> dict[str, str]:
    return operation(request)


@get("/orders/{order_id:uuid}", operation_id="get_order")
async def get_order(request: Request, order_id: UUID) -> dict[str, str]:
    return operation(request)


# Two paths for a parameter that is optional.
@get(["/search", "/search/{text:str}"], operation_id=lambda _, __, parts: "search_text" if len(parts) > 1 else "search")
async def search(request: Request, text: str | None = None) -> dict[str, str]:
    return {"operation": "search" if text is None else "search_text"}


@post("/jobs/{job_id:str}/cancel", operation_id="cancel_job")
async def cancel_job(request: Request, job_id: str) -> dict[str, str]:
    return operation(request)


# The description has `/files/{file_path}`, without the converter.
@get("/files/{file_path:path}", operation_id="get_file")
async def get_file(request: Request, file_path: str) -> dict[str, str]:
    return operation(request)


@get("/kinds/{kind:str}", operation_id="get_kind")
async def get_kind(request: Request, kind: Kind) -> dict[str, str]:
    return operation(request)


@get("/codes/{code:str}", operation_id="get_code")
async def get_code(request: Request, code: Annotated[str, Parameter(pattern="^[A-Z]{3}$")]) -> dict[str, str]:
    return operation(request)


app = Litestar(
    [list_pets, head_pets, get_pet, get_order, search, cancel_job, get_file, get_kind, get_code],
    openapi_config=Config(title="Litestar API", version="1.0.0"),
)
